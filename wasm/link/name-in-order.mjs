// name-in-order.mjs MODULE: gives the functions of a module numbers as names, in an order that gzip compresses well, which
// `wasm-opt --reorder-functions-by-name` then applies.
//
// gzip finds equal bytes in the last 32 KB alone. So the next function is always the one that shares most with the last 32 KB.
// Functions share as much as they have shingles in common, pieces of 6 bytes, of those that few functions have.
import { readFileSync, writeFileSync } from 'node:fs'
import { Reader, readImports, sections } from './binary.mjs'

const windowBytes = 32768
const shingleBytes = 6
/** A shingle of more functions is in most windows. */
const mostSharers = 60
/** Added to a function's number of shingles: one of few shingles does not come first because the window has them all. */
const fewShingles = 20

/** Returns an array of (shingle, function) pairs in ascending order, each as one number. */
function shinglesOf(bodies) {
  const pairs = new Float64Array(bodies.reduce((sum, body) => sum + Math.max(0, body.length - shingleBytes + 1), 0))
  let count = 0
  for (const [i, body] of bodies.entries()) {
    for (let at = 0; at + shingleBytes <= body.length; ++at) {
      let hash = 0x811c9dc5
      for (let j = 0; j < shingleBytes; ++j) hash = Math.imul(hash ^ body[at + j], 0x01000193)
      pairs[count++] = (hash >>> 0) * bodies.length + i
    }
  }
  return pairs.sort()
}

/** Calls `use` with the functions of each shingle that at least two functions and at most `mostSharers` have. */
function forEachShared(pairs, functionCount, use) {
  for (let begin = 0, end = 0; begin < pairs.length; begin = end) {
    const shingle = Math.floor(pairs[begin] / functionCount)
    const sharers = []
    for (; end < pairs.length && Math.floor(pairs[end] / functionCount) === shingle; ++end) {
      if (end === begin || pairs[end] !== pairs[end - 1]) sharers.push(pairs[end] % functionCount)
    }
    if (sharers.length > 1 && sharers.length <= mostSharers) use(sharers)
  }
}

/** The functions of the last 32 KB, and how many shingles each function shares with them. */
class Window {
  #members = []
  #bytes = 0
  #occurrences
  constructor(bodies, sharersOf, shinglesOf) {
    Object.assign(this, { bodies, sharersOf, shinglesOf, shared: new Int32Array(bodies.length) })
    this.#occurrences = new Int32Array(sharersOf.length)
  }
  #change(member, amount) {
    this.#bytes += amount * this.bodies[member].length
    for (const shingle of this.shinglesOf[member]) {
      const before = this.#occurrences[shingle]
      this.#occurrences[shingle] += amount
      if (before === 0 || before + amount === 0) for (const sharer of this.sharersOf[shingle]) this.shared[sharer] += amount
    }
  }
  add(member) {
    this.#members.push(member)
    this.#change(member, 1)
    while (this.#bytes > windowBytes && this.#members.length > 1) this.#change(this.#members.shift(), -1)
  }
}

/** Returns the numbers of the functions in their new order. */
export function orderOf(bodies) {
  const sharersOf = []
  const shinglesPerFunction = bodies.map(() => [])
  forEachShared(shinglesOf(bodies), bodies.length, (sharers) => {
    for (const sharer of sharers) shinglesPerFunction[sharer].push(sharersOf.length)
    sharersOf.push(sharers)
  })
  const window = new Window(bodies, sharersOf, shinglesPerFunction)
  const waiting = bodies.map((_, i) => i)
  const order = []
  while (waiting.length > 0) {
    let best = 0
    let most = -1
    for (let i = 0; i < waiting.length; ++i) {
      const share = window.shared[waiting[i]] / (shinglesPerFunction[waiting[i]].length + fewShingles)
      if (share > most) [best, most] = [i, share]
    }
    const [next] = waiting.splice(best, 1)
    window.add(next)
    order.push(next)
  }
  return order
}

/** LEB128. */
function encoded(number) {
  const bytes = []
  for (; number >= 0x80; number >>>= 7) bytes.push((number & 0x7f) | 0x80)
  return [...bytes, number]
}

const sized = (bytes) => [...encoded(bytes.length), ...bytes]
const text = (string) => sized(new TextEncoder().encode(string))

/** Returns the custom section with the name of each function after the imported ones: its position in `order`. */
function nameSection(order, importedCount) {
  const digits = String(order.length).length
  const positions = []
  for (const [position, i] of order.entries()) positions[i] = position
  const names = positions.flatMap((position, i) => [...encoded(importedCount + i), ...text(String(position).padStart(digits, '0'))])
  return [0, ...sized([...text('name'), 1, ...sized([...encoded(order.length), ...names])])]
}

const [path] = process.argv.slice(2)
const module = readFileSync(path)
const found = sections(module)
const reader = new Reader(found.get(10))
const order = orderOf(reader.list(() => reader.part()))
const imported = readImports(found.get(2) ?? [0]).filter(({ kind }) => kind === 0)
writeFileSync(path, Buffer.concat([module, Buffer.from(nameSection(order, imported.length))]))
