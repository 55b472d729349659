// How a person answers one request: buttons, a reason, the word where the tier
// wants it, and a second step where nobody would be asked any more.

import { el, complain } from './dom.js';

const word = 'yes';

// Answers are the controls of one card. send(verb, reason, scope) gives the
// answer; steady() says whether the card has stood still long enough to be
// answered; shifted() is told when what stands below the card moves.
export class Answers {
  constructor(card, send, steady, shifted) {
    this.card = card;
    this.send = send;
    this.steady = steady;
    this.shifted = shifted;
    this.critical = card.tier === 'CRITICAL';
    this.node = el('div', { class: 'answers' });
    const id = (what) => `${what}-${card.id}`;
    this.reason = el('input', { id: id('reason'), class: 'reason', autocomplete: 'off', maxlength: '1000' });
    this.error = el('p', { class: 'error', role: 'alert', hidden: true });
    this.approve = this.button('Approve', 'primary', 'y', () => this.give('approve'));
    this.deny = this.button('Deny', 'deny', 'n', () => this.give('deny'));
    const rows = [el('p', { class: 'field' }, el('label', { for: id('reason') }, 'Reason ', el('small', {}, '(optional)')), this.reason)];
    const buttons = el('div', { class: 'buttons' }, this.approve, this.deny);
    if (this.critical) {
      this.word = el('input', { id: id('word'), class: 'word', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', maxlength: '3', placeholder: word });
      this.word.addEventListener('input', () => this.spell());
      for (const kind of ['paste', 'drop']) this.word.addEventListener(kind, (e) => e.preventDefault());
      this.word.addEventListener('keydown', (e) => {
        if (e.key === 'Enter' && !e.repeat) this.give('approve');
      });
      rows.unshift(el('p', { class: 'field want' }, el('label', { for: id('word') }, 'To approve, type ', el('strong', {}, word)), this.word));
      this.spell();
    } else if (card.keep) {
      if (card.session) buttons.append(this.button('This session', 'quiet', 's', () => this.offer('session')));
      buttons.append(this.button('Always', 'quiet', 'a', () => this.offer('always')));
    }
    this.second = el('div', { class: 'second', hidden: true });
    this.node.append(...rows, buttons, this.second, this.error);
  }

  button(text, look, key, press) {
    return el('button', { type: 'button', class: look, 'aria-keyshortcuts': key, onclick: press }, text, ' ', el('kbd', { 'aria-hidden': 'true' }, key));
  }

  spell() {
    this.approve.toggleAttribute('disabled', this.word.value !== word);
  }

  // key takes a key pressed on the card; false: it means nothing here.
  key(key) {
    if (key === 'n') this.give('deny');
    else if (key === 'r') this.reason.focus();
    else if (key === 'y' && this.critical) {
      if (!this.ready()) return true;
      this.word.value = 'y';
      this.spell();
      this.word.focus();
    } else if (key === 'y') this.give('approve');
    else if (key === 's' && !this.critical && this.card.keep && this.card.session) this.offer('session');
    else if (key === 'a' && !this.critical && this.card.keep) this.offer('always');
    else return false;
    return true;
  }

  ready() {
    if (this.steady()) return true;
    this.complain('It moved or changed just now, and took no answer. Once more.');
    clearTimeout(this.hint);
    this.hint = setTimeout(() => this.complain(), 3000);
    return false;
  }

  // offer shows what would be allowed from now on; a second time it is.
  offer(scope) {
    if (!this.ready()) return;
    if (this.scope === scope) {
      this.give('approve', scope);
      return;
    }
    this.withdraw();
    this.scope = scope;
    const where = scope === 'session' ? `in the session ${this.card.session}` : 'in any session';
    const yes = el('button', { type: 'button', class: 'primary', onclick: () => this.give('approve', scope) }, 'Approve, and stop asking ', el('kbd', { 'aria-hidden': 'true' }, scope[0]));
    this.second.replaceChildren(
      el('p', { role: 'status' }, 'From now on nobody is asked about ', el('code', {}, this.card.action), ` ${where}, whatever it says. The whitelist takes that back.`),
      el('div', { class: 'buttons' }, yes, el('button', { type: 'button', class: 'quiet', onclick: () => this.withdraw() }, 'Cancel')));
    this.second.hidden = false;
    this.shifted();
  }

  withdraw() {
    this.scope = undefined;
    this.second.hidden = true;
    this.second.replaceChildren();
    this.shifted();
  }

  complain(error) {
    const was = this.error.textContent;
    complain(this.error, error);
    if (this.error.textContent !== was) this.shifted();
  }

  async give(verb, scope) {
    if (this.busy || !this.ready() || (verb === 'approve' && this.critical && this.word.value !== word)) return;
    clearTimeout(this.hint);
    this.busy = true;
    this.node.toggleAttribute('data-busy', true);
    this.complain();
    try {
      await this.send(verb, this.reason.value, scope);
    } catch (error) {
      this.complain(error);
    }
    this.busy = false;
    this.node.toggleAttribute('data-busy', false);
  }
}
