// What waits for an answer, live.

import { $, el, say, now, serverSays, duration } from './dom.js';
import { call, path } from './api.js';
import { badge, command, inside, origin, plainText, settled, title } from './card.js';
import { Answers } from './answers.js';

// Who reaches for a button must not hit what came under the finger meanwhile:
// for so long a card that appeared, moved or changed takes no answer.
const settleTime = 600; // ms

// How long an answered card stays, where nobody is looking at it.
const stayTime = 12000; // ms

const open = new Map(); // id → Shown, answered ones included
let total = 0; // that wait, shown or not
let events = 0; // heard of so far
let source = null;
let resume = null; // the card after the one that was answered with the focus on it

class Shown {
  constructor(card) {
    this.node = el('li', { class: 'card', id: `r-${card.id}`, tabindex: '-1', 'aria-labelledby': `t-${card.id}` });
    this.draw(card);
  }

  get pending() { return this.card.status === 'pending'; }

  draw(card) {
    this.card = card;
    this.node.dataset.tier = card.tier;
    this.node.dataset.status = card.status;
    this.head = el('div', { class: 'head' }, badge(card.tier), el('h2', { id: `t-${card.id}` }, el('span', { class: 'unseen' }, `${card.tier}: `), title(card)));
    if (this.pending) this.ask();
    else this.node.replaceChildren(this.head, el('div', { class: 'brief' }, command(card.command), settled(card)));
    this.unsteady();
  }

  // ask lays the card out for an answer. What was typed into it stays.
  ask() {
    const { card } = this;
    const before = this.answers?.reason;
    const typing = before && before === document.activeElement;
    this.clock = el('span', { class: 'clock', role: 'timer', 'aria-live': 'off' });
    this.next = el('span', { class: 'next' });
    this.bar = el('i');
    this.more = el('button', { type: 'button', class: 'quiet explain', 'aria-expanded': 'false', 'aria-keyshortcuts': 'e', onclick: () => this.explain() }, 'Explain ', el('kbd', { 'aria-hidden': 'true' }, 'e'));
    this.body = el('div', { class: 'body' }, ...inside(card, () => this.explain()));
    this.answers = new Answers(card, (...a) => this.send(...a), () => this.node.hasAttribute('data-steady'), () => moved(this.node.nextElementSibling));
    this.answers.reason.value = before?.value ?? '';
    this.head.append(el('p', { class: 'left' }, this.clock, this.next));
    this.node.replaceChildren(this.head, el('div', { class: 'bar', 'aria-hidden': 'true' }, this.bar), this.body, el('p', { class: 'explains' }, this.more), el('div', { class: 'foot' }, this.answers.node));
    if (typing) this.answers.reason.focus();
    this.tick();
  }

  // update takes a request as it is by now, still waiting.
  update(card) {
    const focus = this.node.contains(document.activeElement);
    this.draw(card);
    if (focus && !this.node.contains(document.activeElement)) this.node.focus();
  }

  unsteady() {
    this.node.removeAttribute('data-steady');
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.node.setAttribute('data-steady', ''), settleTime);
  }

  tick() {
    if (!this.pending) return;
    const { created, expires, escalates } = this.card;
    const left = expires - now();
    this.clock.textContent = duration(left);
    this.bar.style.transform = `scaleX(${Math.min(1, Math.max(0, left / (expires - created)))})`;
    this.next.textContent = escalates && escalates.at > now() ? `${escalates.tier} in ${duration(escalates.at - now())}` : 'then denied';
  }

  async explain() {
    const shown = this.more.getAttribute('aria-expanded') === 'true';
    let card = this.card;
    if (!shown) {
      try {
        card = await call('GET', `/request/${encodeURIComponent(this.card.id)}`);
      } catch (error) {
        say(error.message);
        return;
      }
    }
    this.body.replaceChildren(...inside(card, () => this.explain()));
    if (!shown) this.body.append(origin(card));
    this.more.setAttribute('aria-expanded', String(!shown));
    this.more.firstChild.textContent = shown ? 'Explain ' : 'Less ';
    moved(this.node);
  }

  async send(verb, reason, scope) {
    const at = `/request/${encodeURIComponent(this.card.id)}`;
    try {
      await call('POST', `${at}/${verb}`, { reason });
    } catch (error) {
      if (error.status === 409) settle(await call('GET', at)); // answered elsewhere
      throw error;
    }
    if (scope) {
      try {
        await call('POST', `${at}/keep`, { scope });
      } catch (error) {
        throw new Error(`approved, but it is not on the whitelist: ${error.message}`);
      }
    }
  }
}

// moved makes all cards from one on unsteady: they are elsewhere now.
function moved(from) {
  for (let node = from; node; node = node.nextElementSibling) open.get(node.id.slice(2))?.unsteady();
}

function count() {
  const n = $('count');
  n.textContent = String(total);
  n.hidden = total === 0;
  document.title = total > 0 ? `(${total}) Confirmations` : 'Confirmations';
  const shown = waiting();
  $('nothing').hidden = total > 0;
  $('answered').hidden = $('done').childElementCount === 0;
  $('behind').hidden = total <= shown;
  $('behind').textContent = `${total - shown} more wait behind these.`;
}

// Of what waits so many are shown, and of what was just answered.
const most = 100;
const mostDone = 20;

function waiting() { return $('requests').childElementCount; }

function add(card) {
  const known = open.get(card.id);
  if (known) {
    known.update(card);
    return;
  }
  if (waiting() >= most) return;
  const s = new Shown(card);
  open.set(card.id, s);
  $('requests').append(s.node);
}

function settle(card) {
  const s = open.get(card.id);
  if (!s || !s.pending || card.status === 'pending') return;
  moved(s.node);
  const focus = s.node.contains(document.activeElement);
  if (focus) resume = s.node.nextElementSibling;
  s.draw(card);
  s.settledAt = Date.now();
  $('done').prepend(s.node);
  while ($('done').childElementCount > mostDone) drop(open.get($('done').lastElementChild.id.slice(2)));
  if (focus) $('waiting-title').focus({ preventScroll: true });
}

function drop(s) {
  clearTimeout(s.timer);
  s.node.remove();
  open.delete(s.card.id);
}

// leave takes away what was answered a while ago, unless somebody is there.
function leave() {
  if ($('done').matches(':hover')) return;
  for (const s of open.values()) {
    if (s.pending || Date.now() - s.settledAt < stayTime || s.node.contains(document.activeElement)) continue;
    drop(s);
  }
  count();
  if (total > waiting() && waiting() < most / 2) refill();
}

let filling = false;
async function refill() {
  if (filling) return;
  filling = true;
  const before = events;
  try {
    const answer = await call('GET', '/pending');
    if (events === before) { // otherwise it may be older than what was heard: next time
      total = answer.total;
      for (const card of answer.cards) add(card);
      count();
    }
  } catch { /* the stream says so */ }
  filling = false;
}

function line(state) {
  $('line').dataset.line = state;
  $('line').textContent = state;
}

// listen hears of what happens. A stream that is cut off begins anew: what was
// answered meanwhile is asked for.
export function listen() {
  silence();
  const heard = new Set();
  let begun = false;
  const es = new EventSource(`${path()}/events`);
  source = es;
  es.addEventListener('open', () => { begun = false; heard.clear(); });
  es.addEventListener('card', (e) => {
    const card = JSON.parse(e.data);
    events++;
    heard.add(card.id);
    const before = open.get(card.id)?.card.tier;
    add(card);
    if (begun) total = card.waiting;
    if (begun && !before) say(`New request, ${card.tier}, ${title(card)}: ${plainText(card)}. ${duration(card.expires - now())} to answer.`);
    else if (begun && before !== card.tier) say(`${title(card)} is ${card.tier} now.`);
    count();
  });
  es.addEventListener('gone', (e) => {
    const card = JSON.parse(e.data);
    events++;
    if (begun) total = card.waiting;
    settle(card);
    say(`${card.status}${card.by ? ` by ${card.by}` : ''}: ${title(card)}`);
    count();
    dispatchEvent(new CustomEvent('resolved'));
  });
  es.addEventListener('ready', (e) => {
    const r = JSON.parse(e.data);
    serverSays(r.now);
    total = r.total;
    begun = true;
    line('live');
    for (const s of open.values()) {
      if (s.pending && !heard.has(s.card.id)) call('GET', `/request/${encodeURIComponent(s.card.id)}`).then(settle).then(count, () => {});
    }
    count();
  });
  es.addEventListener('error', () => {
    line('connecting');
    if (es.readyState !== EventSource.CLOSED || source !== es) return;
    // Signed out, or the daemon is gone: a call tells which.
    call('GET', '').catch(() => {}).finally(() => setTimeout(() => { if (source === es && path()) listen(); }, 1000));
  });
}

export function silence() {
  source?.close();
  source = null;
}

export function clear() {
  for (const s of open.values()) clearTimeout(s.timer);
  open.clear();
  total = 0;
  $('requests').replaceChildren();
  $('done').replaceChildren();
  $('answered').hidden = true;
  $('count').hidden = true;
  document.title = 'Confirmations';
}

// step goes to the next request that waits, or the one before.
function step(here, ahead) {
  const cards = [...$('requests').children];
  const at = here ? cards.indexOf(here) : -1;
  if (at >= 0) cards[at + (ahead ? 1 : -1)]?.focus();
  else if (ahead && cards.includes(resume)) resume.focus();
  else cards.at(ahead ? 0 : -1)?.focus();
}

// key takes a key that no field wanted.
export function key(e) {
  const here = document.activeElement?.closest?.('.card');
  if (e.key === 'j' || e.key === 'k') {
    step(here, e.key === 'j');
    return true;
  }
  const s = here && open.get(here.id.slice(2));
  if (!s) {
    if ('ynsare'.includes(e.key) && waiting() > 0) {
      say('No request has the focus: j goes to the first one.');
      hint();
    }
    return false;
  }
  if (!s.pending) return false;
  if (e.key === 'e') {
    s.explain();
    return true;
  }
  return s.answers.key(e.key);
}

// hint shows where the keys would go.
function hint() {
  const h = $('waiting-title');
  h.dataset.hint = 'j picks a request first';
  setTimeout(() => { delete h.dataset.hint; }, 2500);
}

setInterval(() => {
  for (const s of open.values()) s.tick();
  leave();
}, 1000);
