import fs from 'node:fs'
import path, { basename as base, default as p } from 'node:path'
import * as os from 'node:os'
import './side-effect.js'
import data from './data.json' with { type: 'json' }

export const version = `1.${2 + 1}.0`
export default class Queue extends EventTarget {
  #items = []
  static limit = 10
  push(...items) {
    for (const item of items) {
      if (this.#items.length >= Queue.limit) throw new RangeError(`full: ${this.#items.length}`)
      this.#items.push({ item, at: Date.now() })
    }
    this.dispatchEvent(new Event('push'))
    return this
  }
  *[Symbol.iterator]() {
    for (const { item } of this.#items) yield item
  }
  get length() { return this.#items.length }
  static from(iterable) { return new this().push(...iterable) }
}
export function parse(argv = process.argv.slice(2)) {
  const options = { verbose: false, files: [] }
  for (let i = 0; i < argv.length; i++) {
    const [, name, value] = /^--(\w+)(?:=(.*))?$/.exec(argv[i]) ?? []
    switch (name) {
      case undefined: options.files.push(argv[i]); break
      case 'verbose': options.verbose = value !== 'no'; break
      case 'limit':
        Queue.limit = Number(value ?? argv[++i])
        break
      default:
        console.error(`unknown option --${name}`)
        process.exitCode = 2
    }
  }
  return options
}
export const count = async (file) => {
  const text = await fs.promises.readFile(file, 'utf8')
  return text.split(/\s+/u).filter(Boolean).reduce((m, w) => m.set(w, (m.get(w) ?? 0) + 1), new Map())
}
const { verbose, files } = parse()
for await (const table of files.map(count)) {
  const rows = [...table].sort(([a, n], [b, m]) => m - n || a.localeCompare(b)).slice(0, 10)
  console.log(rows.map(([w, n]) => `${w.padEnd(20, '.')}${String(n).padStart(5)}`).join(os.EOL))
}
if (verbose) console.table({ host: os.hostname(), name: base(import.meta.url), home: p.dirname('/a/b') })
export { fs as files, path as paths }
export * from './more.js'
