// The page: who is in, which view is shown, and where keys go.

import { $, complain } from './dom.js';
import { call, forget, path, signIn } from './api.js';
import * as requests from './requests.js';
import * as history from './history.js';
import * as whitelist from './whitelist.js';

const views = ['waiting', 'history', 'whitelist'];
let inside = false;

function show(view) {
  for (const v of [...views, 'door']) $(v).hidden = v !== view;
  for (const a of $('views').querySelectorAll('a')) {
    if (a.hash === `#${view}`) a.setAttribute('aria-current', 'page');
    else a.removeAttribute('aria-current');
  }
}

function here() {
  const view = location.hash.slice(1);
  return views.includes(view) ? view : 'waiting';
}

// go shows the view that the address names.
function go(focus) {
  if (!inside) return;
  const view = here();
  show(view);
  if (view === 'history') history.load();
  if (view === 'whitelist') whitelist.load();
  if (focus) $(`${view}-title`).focus();
}

function enter(by) {
  inside = true;
  $('views').hidden = $('session').hidden = false;
  $('sign-out').title = `signed in as ${by}`;
  go(false);
  requests.listen();
}

function leave(why) {
  inside = false;
  requests.silence();
  for (const v of [requests, history, whitelist]) v.clear();
  $('views').hidden = $('session').hidden = true;
  if ($('keys').open) $('keys').close();
  show('door');
  complain($('door-why'), why);
}

// takeCode takes the code out of the address at once: it is good one time, and
// need not be in the history.
function takeCode() {
  const [, code] = location.hash.match(/^#code=([0-9a-f]+)$/) ?? [];
  if (code) window.history.replaceState(null, '', '/#waiting');
  return code;
}

async function start() {
  const code = takeCode();
  let why = '';
  if (code) {
    try {
      await signIn(code);
    } catch (error) {
      why = error.message;
    }
  }
  if (!path()) {
    leave(why);
    return;
  }
  try {
    enter((await call('GET', '')).by);
  } catch (error) {
    if (error.status !== 401) leave(error.message);
    else leave(why || error.message);
  }
}

addEventListener('signed-out', (e) => leave(e.detail));
addEventListener('hashchange', () => {
  if (location.hash.startsWith('#code=')) start();
  else go(true);
});

$('sign-out').addEventListener('click', async () => {
  try {
    await call('POST', '/sign-out', {});
  } catch (error) {
    if (error.status !== 401) { // it is still good there: say so
      leave(`The daemon could not be told: ${error.message}. The session ends with the daemon, or after 12 hours.`);
      forget();
      return;
    }
  }
  forget();
  leave('');
  $('door-title').focus();
});

$('show-keys').addEventListener('click', () => $('keys').showModal());

// Keys are those of the terminal. They never reach a request from within a
// field, held down, or with another key.
addEventListener('keydown', (e) => {
  if (!inside || e.ctrlKey || e.altKey || e.metaKey || e.isComposing || $('keys').open) return;
  const field = e.target.closest?.('input, select, textarea');
  if (field) {
    if (e.key === 'Escape') (field.closest('.card') ?? $(`${here()}-title`)).focus();
    return;
  }
  if (e.repeat) return;
  let done = true;
  if (e.key === '?') $('keys').showModal();
  else if (e.key === '/') {
    location.hash = 'history';
    setTimeout(() => $('f-text').focus());
  } else if (['1', '2', '3'].includes(e.key)) location.hash = views[Number(e.key) - 1];
  else done = here() === 'waiting' && requests.key(e);
  if (done) e.preventDefault();
});

history.begin();
whitelist.begin();
start();
