// What a request looks like, wherever it is shown.

import { el, lately, decisions } from './dom.js';

export function badge(tier) {
  return el('span', { class: `tier ${tier.toLowerCase()}` }, tier);
}

export function outcome(status) {
  return el('span', { class: `outcome ${status}` }, decisions[status] ?? status);
}

export function title(card) {
  return card.kind === 'command' ? 'Run a command' : card.action;
}

// plainText is a command in a few words, for a line or a screen reader.
export function plainText(card, most = 160) {
  const text = card.command.map((p) => p.text ?? ' … ').join('').replaceAll('\n', ' ⏎ ');
  return text.length > most ? text.slice(0, most) + '…' : text;
}

// command is the text with what executes marked. What is cut is said, never
// what is marked.
export function command(parts, more) {
  const code = el('code');
  for (const p of parts) {
    if (p.cut) {
      const said = `${p.cut.toLocaleString('en')} bytes more`;
      code.append(more ? el('button', { type: 'button', class: 'cut', onclick: more }, said) : el('span', { class: 'cut' }, said));
    } else {
      code.append(p.marked ? el('mark', {}, p.text) : p.text);
    }
  }
  return el('pre', { class: 'command' }, code);
}

function fields(list) {
  const dl = el('dl', { class: 'fields' });
  for (const f of list) dl.append(el('div', {}, el('dt', {}, f.name), el('dd', { class: `of-${f.name.replaceAll(/[^a-z]/g, '-')}` }, f.value)));
  return dl;
}

// findings is everything that was found.
function findings(list) {
  return el('ol', { class: 'findings' }, ...list.map((f) => el('li', {}, el('p', { class: 'finding' }, f.title), fields(f.fields))));
}

// inside is what a request says. more shows what was cut, where it is.
export function inside(card, more) {
  return [...warnings(card), command(card.command, more), card.more ? findings(card.more) : null, card.fields?.length ? fields(card.fields) : null].filter(Boolean);
}

// origin is where a request can be found again.
export function origin(card) {
  return fields([...(card.session ? [{ name: 'session', value: card.session }] : []), { name: 'id', value: card.id }]);
}

// settled says what became of a request.
export function settled(card) {
  const line = el('p', { class: `settled ${card.status}` }, outcome(card.status));
  if (card.by) line.append(` by ${card.by}`);
  if (card.resolved) line.append(el('time', { datetime: new Date(card.resolved * 1000).toISOString() }, lately(card.resolved)));
  const said = [line];
  if (card.reason) said.push(el('p', { class: 'reason' }, el('span', {}, 'Reason: '), card.reason));
  return el('div', {}, ...said);
}

// warnings are what must not be overlooked.
function warnings(card) {
  const list = [];
  if (card.crisis) list.push(el('p', { class: 'notice crisis' }, card.crisis));
  if (card.forged) list.push(el('p', { class: 'notice' }, 'This record was changed outside the daemon: nothing it says counts.'));
  return list;
}
