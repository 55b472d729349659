// The one place where elements are made. Texts become text and nothing else.

export const $ = (id) => document.getElementById(id);

// el makes an element: el('p', {class: 'x', onclick: f, hidden: true}, 'text', child…)
export function el(tag, props = {}, ...children) {
  return dress(document.createElement(tag), props, children);
}

// svg makes an element of a drawing.
export function svg(tag, props = {}, ...children) {
  return dress(document.createElementNS('http://www.w3.org/2000/svg', tag), props, children);
}

function dress(node, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : String(value));
  }
  node.append(...children.filter((c) => c !== null && c !== undefined && c !== false));
  return node;
}

// say has a screen reader say something, once.
export function say(text) {
  const line = $('announce');
  line.textContent = '';
  setTimeout(() => { line.textContent = text; }, 50);
}

// complain shows an error where there is a place for it, or takes it away.
export function complain(node, error) {
  node.textContent = error ? error.message ?? String(error) : '';
  node.hidden = !error;
}

// Times of the server, whatever this machine's clock says.
let ahead = 0;
export function serverSays(now) { ahead = now - Date.now() / 1000; }
export function now() { return Date.now() / 1000 + ahead; }

export function duration(seconds) {
  const s = Math.max(0, Math.ceil(seconds));
  const two = (n) => String(n).padStart(2, '0');
  if (s >= 3600) return `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
  return `${Math.floor(s / 60)}:${two(s % 60)}`;
}

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const calendar = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
export function moment(seconds) { return calendar.format(new Date(seconds * 1000)); }

// lately is a moment of the last hours, of which the day is clear.
export function lately(seconds) { return now() - seconds < 12 * 3600 ? clock.format(new Date(seconds * 1000)) : moment(seconds); }

// decisions are the states of a request in words.
export const decisions = {
  pending: 'waiting', approved: 'approved', denied: 'denied', expired: 'expired', cancelled: 'cancelled', auto_approved: 'unasked',
};
