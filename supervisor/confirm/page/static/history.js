// What was asked before, and what became of it.

import { $, el, complain, moment, now } from './dom.js';
import { call } from './api.js';
import { badge, inside, origin, outcome, plainText, settled, title } from './card.js';
import { charts } from './charts.js';

let last = null; // the oldest entry that is shown
let turn = 0; // of the last question asked: answers to earlier ones are dropped

function query() {
  const q = new URLSearchParams();
  for (const [name, value] of new FormData($('filters'))) {
    if (value === '') continue;
    q.set(name, name === 'since' ? String(Math.floor(now() - Number(value))) : value.trim());
  }
  return q;
}

export async function load() {
  const mine = ++turn;
  const q = query();
  try {
    const [found, counts] = await Promise.all([call('GET', `/audit?${q}`), call('GET', `/counts?${q}`)]);
    if (mine !== turn) return;
    const wasOpen = [...$('charts').querySelectorAll('details')].map((d) => d.open);
    $('charts').replaceChildren(...charts(counts));
    [...$('charts').querySelectorAll('details')].forEach((d, i) => { d.open = wasOpen[i] ?? false; });
    $('found').textContent = counts.total === 1 ? '1 request' : `${counts.total.toLocaleString('en')} requests`;
    $('entries').replaceChildren();
    show(found);
  } catch (error) {
    if (mine === turn) complain($('found'), error);
  }
}

function show(found) {
  $('entries').append(...found.entries.map(entry));
  last = found.entries.at(-1);
  $('older').hidden = !found.more;
}

async function older() {
  const mine = turn;
  const q = query();
  q.set('before', String(last.created));
  q.set('id', last.id);
  const found = await call('GET', `/audit?${q}`);
  if (mine !== turn) return;
  const n = $('entries').children.length;
  show(found);
  $('entries').children[n]?.querySelector('summary').focus();
}

function entry(card) {
  const body = el('div', { class: 'body' });
  const details = el('details', { 'data-id': card.id, 'data-status': card.status },
    el('summary', {},
      el('time', { datetime: new Date(card.created * 1000).toISOString() }, moment(card.created)),
      badge(card.tier), outcome(card.status),
      el('span', { class: 'what' }, card.kind === 'command' ? '' : el('b', {}, `${card.action} `), plainText(card))),
    body);
  details.addEventListener('toggle', async () => {
    if (!details.open || body.hasChildNodes()) return;
    try {
      const all = await call('GET', `/request/${encodeURIComponent(card.id)}`);
      body.replaceChildren(el('h2', {}, title(all)), ...inside(all), origin(all));
      if (all.status !== 'pending') body.append(settled(all));
    } catch (error) {
      body.replaceChildren(el('p', { class: 'error' }, error.message));
    }
  });
  return el('li', {}, details);
}

export function begin() {
  let wait;
  $('filters').addEventListener('submit', (e) => { e.preventDefault(); load(); });
  $('filters').addEventListener('input', (e) => {
    clearTimeout(wait);
    wait = setTimeout(load, e.target.type === 'search' ? 250 : 0);
  });
  $('older').addEventListener('click', () => older().catch((error) => complain($('found'), error)));
  // What is resolved while somebody looks on appears, unless they are reading.
  addEventListener('resolved', () => {
    if (!$('history').hidden && $('entries').children.length <= 50 && !$('entries').querySelector('details[open]')) load();
  });
}

export function clear() {
  turn++;
  $('entries').replaceChildren();
  $('charts').replaceChildren();
  $('found').textContent = '';
}
