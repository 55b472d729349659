// The page behind a link in a notice: one request, one answer, by a button.

import { $, el, complain } from './dom.js';
import { plain } from './api.js';
import { badge, inside, settled, title } from './card.js';

const [, , id, verb] = location.pathname.split('/');
const word = 'yes';

let again = 0;

// soon looks again when the request has gone up a tier, or has ended.
function soon(card) {
  clearTimeout(again);
  if (card.status === 'pending') again = setTimeout(load, Math.max(0, (card.escalates?.at ?? card.expires) - card.now) * 1000 + 300);
}

function draw(card) {
  soon(card);
  const denies = verb === 'deny';
  $('title').textContent = denies ? 'Deny this?' : 'Approve this?';
  const box = el('div', { class: 'card', 'data-tier': card.tier, 'data-status': card.status },
    el('div', { class: 'head' }, badge(card.tier), el('h2', {}, title(card))),
    el('div', { class: 'body' }, ...inside(card)));
  $('asked').replaceChildren(box);
  if (card.status !== 'pending') {
    $('title').textContent = 'It is answered';
    box.append(el('div', { class: 'foot' }, settled(card)));
    return;
  }
  const error = el('p', { class: 'error', role: 'alert', hidden: true });
  const press = el('button', { type: 'button', class: denies ? 'deny' : 'primary', id: 'press' }, denies ? 'Deny' : 'Approve');
  const rows = [];
  if (!denies && card.tier === 'CRITICAL') {
    const typed = el('input', { id: 'word', class: 'word', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', maxlength: '3' });
    const check = () => press.toggleAttribute('disabled', typed.value !== word);
    typed.addEventListener('input', check);
    for (const kind of ['paste', 'drop']) typed.addEventListener(kind, (e) => e.preventDefault());
    rows.push(el('p', { class: 'field want' }, el('label', { for: 'word' }, 'To approve, type ', el('strong', {}, word)), typed));
    check();
  }
  press.addEventListener('click', async () => {
    press.disabled = true;
    complain(error);
    try {
      await plain('POST', location.pathname + location.search, { approver: 'a link in a notice', denier: 'a link in a notice' });
      await load();
      $('title').focus();
    } catch (failed) {
      if (failed.status === 409) await load();
      else {
        complain(error, failed);
        press.disabled = false;
      }
    }
  });
  box.append(el('div', { class: 'foot' }, el('div', { class: 'answers' }, ...rows, el('div', { class: 'buttons' }, press), error)));
}

async function load() {
  try {
    draw(await plain('GET', `/link/${id}/${verb}${location.search}`));
  } catch (error) {
    $('asked').replaceChildren();
    complain($('why'), error);
  }
}

load();
