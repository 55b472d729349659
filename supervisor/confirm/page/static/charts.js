// Counts as small charts, each with the table behind it.

import { el, svg } from './dom.js';

// bars is a chart of lying bars: rows of [name, n, class].
function bars(heading, rows) {
  const most = Math.max(1, ...rows.map((r) => r[1]));
  const high = 22;
  const drawing = svg('svg', { viewBox: `0 0 300 ${rows.length * high}`, role: 'img', 'aria-label': `${heading}: ${rows.map((r) => `${r[0]} ${r[1]}`).join(', ')}` });
  rows.forEach(([name, n, look], i) => {
    const y = i * high;
    drawing.append(
      svg('text', { x: 82, y: y + 15, 'text-anchor': 'end' }, name),
      svg('rect', { class: 'track', x: 90, y: y + 4, width: 170, height: 14, rx: 3 }),
      svg('rect', { class: look, x: 90, y: y + 4, width: n === 0 ? 0 : Math.max(3, 170 * n / most), height: 14, rx: 3 }),
      svg('text', { class: 'n', x: 268, y: y + 15 }, n.toLocaleString('en')));
  });
  return figure(heading, drawing, rows.map((r) => [r[0], r[1]]));
}

// columns is a chart of standing bars, of the hours until now.
function columns(heading, list) {
  const most = Math.max(1, ...list.map((h) => h.n));
  const wide = 300 / list.length;
  const hour = (h) => new Date(h.at * 1000).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
  const sum = list.reduce((n, h) => n + h.n, 0);
  const drawing = svg('svg', { viewBox: '0 0 300 110', role: 'img', 'aria-label': `${heading}: ${sum} in all, at most ${Math.max(0, ...list.map((h) => h.n))} in an hour` });
  drawing.append(svg('line', { x1: 0, y1: 88.5, x2: 300, y2: 88.5 }));
  list.forEach((h, i) => {
    const high = h.n === 0 ? 0 : Math.max(2, 74 * h.n / most);
    drawing.append(svg('rect', { class: 'hour', x: i * wide + 1, y: 88 - high, width: wide - 2, height: high, rx: 1.5 }, svg('title', {}, `${hour(h)}: ${h.n}`)));
  });
  const short = (h) => new Date(h.at * 1000).toLocaleTimeString(undefined, { hour: 'numeric' });
  for (const i of [0, 6, 12, 18]) drawing.append(svg('text', { x: i * wide + 1, y: 104 }, short(list[i])));
  drawing.append(svg('text', { x: 300, y: 104, 'text-anchor': 'end' }, 'now'), svg('text', { class: 'n', x: 300, y: 10, 'text-anchor': 'end' }, `at most ${Math.max(0, ...list.map((h) => h.n))}`));
  return figure(heading, drawing, list.map((h) => [hour(h), h.n]));
}

function figure(heading, drawing, rows) {
  const table = el('table', {}, el('caption', { class: 'unseen' }, heading), el('tbody', {}, ...rows.map(([name, n]) => el('tr', {}, el('th', { scope: 'row' }, name), el('td', {}, String(n))))));
  return el('figure', {}, el('figcaption', {}, heading), drawing, el('details', {}, el('summary', {}, 'As a table'), table));
}

const tiers = ['MEDIUM', 'HIGH', 'CRITICAL'];
const statuses = [['approved', 'approved'], ['denied', 'denied'], ['expired', 'expired'], ['cancelled', 'cancelled'], ['auto_approved', 'unasked'], ['pending', 'waiting']];

export function charts(counts) {
  return [
    bars('By tier', tiers.map((t) => [t, counts.tier[t] ?? 0, t.toLowerCase()])),
    bars('By decision', statuses.map(([s, name]) => [name, counts.status[s] ?? 0, s])),
    columns('Last 24 hours', counts.hours),
  ];
}
