#!/usr/bin/env node
'use strict';
/* Most of JavaScript's grammar,
   doing nothing of note. */
const path = require('path'), { join, sep: separator = '/', ...others } = path;
let a = 1, b = 0x1f, c = 0b11, d = 0o17, e = 1_000n, f = .5e-3, g = 5., h;
var [i, , j = 3, ...k] = [1, 2, undefined, 4], { l, m: { n = 1 } = {}, ['o' + 1]: o } = {};
a += 1; a -= 1; a *= 2; a /= 3; a %= 4; a **= 2; a <<= 1; a >>= 1; a >>>= 1; a &= 7; a |= 1; a ^= 2; a &&= 1; a ||= 2; a ??= 3; a++; --a
console.log(a / b / c, a++ / 2, (a) / 2, [1][0] / 1, `x` / 1, a ? /re[/\]]+/gi.test('a/b') : /=/.source, !/x/u, typeof /y/, a ** -b, -(a ** 2), +a, ~a, !a, void 0, a, (b, c))
console.log(a == b, a != b, a === b, a !== b, a < b, a >= b, a in {}, [] instanceof Array, a && b || c, a ?? b, a?.b?.[c]?.(d), delete {}.x, new Date, new (class {})(), new.target === undefined || 1 ? 1 : 2)
console.log('it\'s', "tab\t\x41\u00e9\u{1F600}\
continued", `a ${b} ${`nested ${c + `${d}`}`} \` \${x} ${{ y: 1 }.y}`, String.raw`\d${1}`, 'a' + "b" + 'c')
if (a) b = 1
else if (b) { c = 2 } else c = 3
for (let x = 0, y = 1; x < 3; x++, y--) continue
for (const x of [1, 2]) if (x > 1) break
for (const x in { a: 1 }) ;
for (;;) { break }
outer: while (true) { do { if (a) break outer; else continue outer } while (a) }
switch (a) { case 1: case 2: b = 1; break; default: b = 2
  case 'x': { let z = 1 } }
try { throw new Error('bad', { cause: a }) } catch ({ message }) { console.log(message) } finally { a = 1 }
try { null.x } catch { b = 1 }
function plain(a, b = a, { c, d = 1 } = {}, [e, ...f] = [], ...rest) { return arguments.length }
function* gen() { const x = yield; yield* [1, 2]; yield x, 1; return }
async function later() { await null; for await (const x of agen()) console.log(x); return await Promise.all([1, later]) }
async function* agen() { yield await 1 }
const arrow = x => x * 2, pair = (x, y) => ({ x, y }), block = async (x) => { return x }, destructured = ({ a, b: [c] }, [d] = [1]) => a + c, none = () => {}, chained = x => y => z => x + y + z, aw = async x => await x;
(function () { return this })();
(() => { a = 2 })();
!function () { }()
;[1, 2].forEach(x => console.log(x))
const object = { a, b, c: 1, 'd e': 2, 3: 4, [`f${1}`]: 5, get g() { return 1 }, set g(v) { }, h() { }, async i() { }, *j() { }, async *k() { }, ['l' + 1]() { }, ...others, get: 1, set: 2, async: 3, static: 4, if: 5, function: 6, __proto__: null }
class Base { #private = 1; static count = 0; static #secret; field; 'quoted' = 1; [`computed`] = 2; static { Base.count++ }
  constructor(x) { this.x = x; new.target }
  get size() { return this.#private } set size(v) { this.#private = v }
  static make(...a) { return new this(...a) } async load() { } *[Symbol.iterator]() { yield this.x } #hidden() { return #private in this }
  static async *stream() { } get; set; static; async
}
class Derived extends (a ? Base : Object) { constructor() { super(1); super.size; } method() { return super.toString() } }
const longest = object.if.function?.call(null, ...[1, 2], ...k)
  .toString()
  // a comment
  ?.length
const re = /(?<year>\d{4})-(?<month>\d\d)|[^\/\]"']+\/(?!x)(?<=y)\k<year>/dgimsuy, str = 'a-b'.replace(/-(.)/g, (_, x) => x.toUpperCase()).split(/[,;]\s*/)
var ifx = a
/b/g
let async = 1, of = 2, get = 3, let_ = async + of * get, yield_ = 1
label: { break label }
console.log(typeof a === 'number' && a > 0 ? 'positive' : a < 0 ? 'negative' : `zero`, a
  ? b : c, [, 1, , 2,].length, (1, 2), { a: { b: { c: 1 } } }.a.b.c, 1..toString(), 1.0.toFixed(), 0.1 + 0.2, 5..constructor.name, 1) // eslint-disable-line
