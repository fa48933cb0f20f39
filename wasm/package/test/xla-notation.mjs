// The notation of XLA's document, as tests/xla/cases.txt has it, for tests of the methods in JavaScript.
import { readFileSync } from 'node:fs'

const root = new URL('../../../', import.meta.url)

/** Returns [{ title, calls, arguments, infeed, makes, results }] of tests/xla/cases.txt. */
export function readCases() {
  const cases = []
  const take = {
    '== ': (one, rest) => cases.push({ title: rest, calls: [], arguments: [], infeed: [], makes: '', results: [] }),
    'argument ': (one, rest) => one.arguments.push(rest.split(' | ')),
    'infeed ': (one, rest) => one.infeed.push(rest),
    'makes ': (one, rest) => (one.makes = rest),
    '-> ': (one, rest) => (one.results = rest.split(' | ')),
  }
  for (const line of readFileSync(new URL('tests/xla/cases.txt', root), 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const prefix = Object.keys(take).find((word) => line.startsWith(word))
    if (prefix === undefined) cases.at(-1).calls.push(line)
    else take[prefix](cases.at(-1), line.slice(prefix.length))
  }
  return cases
}

const isShape = /^[a-z]+\d*\[/
const words = { inf: Infinity, nan: NaN, true: true, false: false }

/** Reads arguments and values. */
export class Reader {
  constructor(text) {
    this.rest = text
  }

  take(form) {
    const found = new RegExp(`^\\s*(${form})`).exec(this.rest)
    if (found !== null) this.rest = this.rest.slice(found[0].length)
    return found?.[1]
  }

  expect(form) {
    const found = this.take(form)
    if (found === undefined) throw new Error(`expected ${form} before '${this.rest}'`)
    return found
  }

  list(close, one) {
    const list = []
    if (this.take(close) !== undefined) return list
    do list.push(one())
    while (this.take(',') !== undefined)
    this.expect(close)
    return list
  }

  number() {
    if (this.take('\\{') !== undefined) return this.list('\\}', () => this.number())
    const word = this.expect('[-+.\\w]+')
    return words[word] ?? (word === '-inf' ? -Infinity : Number(word))
  }

  /** Returns { shape }, { shape, value }, { tuple }, { list }, { number }, { string } or { name }. */
  one() {
    if (this.take('\\{') !== undefined) return { list: this.list('\\}', () => this.one()) }
    if (this.take('\\(') !== undefined) return { tuple: this.list('\\)', () => this.one()) }
    if (isShape.test(this.rest.trimStart())) {
      const shape = this.expect('\\w+\\[[\\d,]*\\](?:\\{[\\d,]*\\})?')
      return /^\s*[^\s,)}]/.test(this.rest) ? { shape, value: this.number() } : { shape }
    }
    const string = this.take('"[^"]*"')
    if (string !== undefined) return { string: string.slice(1, -1) }
    const word = this.expect('[-.\\w]+')
    return /^[-.\d]/.test(word) ? { number: Number(word) } : { name: word }
  }
}

const shapeText = ({ shape, tuple }) => shape ?? `(${tuple.map(shapeText).join(', ')})`

/** Returns the method of a call and its arguments in JavaScript. */
export function readCall(text, names) {
  const reader = new Reader(text)
  const method = reader.expect('\\w+').replace(/^./, (letter) => letter.toLowerCase())
  const convert = (argument) => {
    if (argument.list !== undefined) return argument.list.map(convert)
    if (argument.tuple !== undefined || argument.shape !== undefined) return shapeText(argument)
    if (argument.name === undefined) return argument.string ?? argument.number
    return names.get(argument.name) ?? (/^k[A-Z]/.test(argument.name) ? argument.name.slice(1).toLowerCase() : argument.name.toLowerCase())
  }
  reader.expect('\\(')
  const list = reader.list('\\)', () => reader.one()).flatMap((argument) => (argument.value === undefined ? [convert(argument)] : [argument.value, argument.shape]))
  return { method, list }
}

/** Returns [{ shape: 'f32[2]', value }] of the arrays in a value. Without elements the value is undefined. */
export function readValue(text) {
  const leaves = ({ tuple, ...leaf }) => (tuple === undefined ? [leaf] : tuple.flatMap(leaves))
  return leaves(new Reader(text).one())
}

/** Makes the calls of a case from the first on, and returns the names of the values and computations. */
export function makeCalls(builder, calls, open) {
  const names = new Map()
  for (let i = 0; i < calls.length; ++i) {
    const [, name, call] = /^(?:(\w+) = )?(.*)$/.exec(calls[i])
    if (call !== 'computation') {
      const { method, list } = readCall(call, names)
      names.set(name ?? '', builder[method](...list))
      continue
    }
    const inner = []
    while (calls[i + 1]?.startsWith('  ')) inner.push(calls[++i].slice(2))
    const one = open(name)
    makeCalls(one, inner, open)
    names.set(name, one.build())
  }
  return names
}

/** Returns a value as the command and the package read inputs. */
export const inputText = (value) => value.replace(/\w+\[[\d,]*\](?:\{[\d,]*\})?\s*/g, '').replaceAll('{', '[').replaceAll('}', ']')
