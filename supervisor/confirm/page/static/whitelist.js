// The actions that nobody is asked about.

import { $, el, complain, moment, say } from './dom.js';
import { call } from './api.js';

export async function load() {
  try {
    const { entries, never } = await call('GET', '/whitelist');
    $('allowed').replaceChildren(...entries.map(entry));
    $('allowed-none').hidden = entries.length > 0;
    $('never').replaceChildren(...never.map((n) => el('li', {}, el('code', {}, n))));
  } catch (error) {
    complain($('allow-error'), error);
  }
}

function entry(a) {
  const name = a.shown.session ? `${a.shown.action} in session ${a.shown.session}` : a.shown.action;
  return el('li', {},
    el('p', {}, el('code', { class: 'action' }, a.shown.action), ' ', el('span', { class: 'scope' }, a.shown.session ? 'in session ' : 'in all sessions', a.shown.session ? el('code', {}, a.shown.session) : '')),
    el('p', { class: 'by' }, `by ${a.shown.by}, ${moment(a.added_at)}`),
    el('button', { type: 'button', class: 'quiet', 'aria-label': `Remove ${name}`, onclick: () => change('DELETE', a.action, a.session_key, `${name} asks again`) }, 'Remove'));
}

async function change(method, action, session, said) {
  complain($('allow-error'));
  try {
    await call(method, '/whitelist', { action, session_key: session });
    say(said);
    return true;
  } catch (error) {
    complain($('allow-error'), error);
    return false;
  } finally {
    await load();
  }
}

export function begin() {
  $('allow').addEventListener('submit', async (e) => {
    e.preventDefault();
    const form = e.target;
    const action = form.elements.action.value;
    if (await change('POST', action, form.elements.session.value, `nobody is asked about ${action} any more`)) form.reset();
    form.elements.action.focus();
  });
}

export function clear() {
  $('allowed').replaceChildren();
  complain($('allow-error'));
}
