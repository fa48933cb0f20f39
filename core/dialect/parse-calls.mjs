// Reads the entries `call` of *.def: targets of custom_call (form: README.md).
import { TableError } from './table-error.mjs'

const letters = { s: 'f32', d: 'f64', c: 'complex<f32>', z: 'complex<f64>' }

// Returns the names of `lapack_{sd}f`: one for each letter in the braces.
function expand(where, pattern) {
  const [, before, set, after] = /^([\w.]*)(?:\{(\w+)\}([\w.]*))?$/.exec(pattern) ?? []
  if (before === undefined) throw new TableError(where, `\`${pattern}\` is no target`)
  if (set === undefined) return [{ name: before, element: '' }]
  return [...set].map((letter) => {
    if (!letters[letter]) throw new TableError(where, `\`${letter}\` stands for no element type`)
    return { name: before + letter + after, element: letters[letter] }
  })
}

export function newCall(where, rest) {
  const targets = rest.split(/\s+/).flatMap((pattern) => expand(where, pattern))
  return { where, name: rest, targets, doc: '', operands: [], attributes: [], results: [], limits: [], effect: false, check: '', lower: '', routine: '' }
}

// `m`, `3`, `n-1`, `min(m, n)`, `m if side else n` (by the first code of attribute `side`), or `*p`, which a result declares.
function parseSize(where, text) {
  const [, least, other] = /^min\((\w), (\w)\)$/.exec(text) ?? []
  if (least) return { text, first: least, second: other, by: '', offset: 0, declares: false }
  const [, one, by, two] = /^(\w) if (\w+) else (\w)$/.exec(text) ?? []
  if (one) return { text, first: one, second: two, by, offset: 0, declares: false }
  const [, star, symbol, offset] = /^(\*?)([a-z])(?:-(\d+))?$/.exec(text) ?? []
  if (symbol) return { text, first: symbol, second: '', by: '', offset: -Number(offset ?? 0), declares: star !== '' }
  if (!/^\d+$/.test(text)) throw new TableError(where, `\`${text}\` is no size`)
  return { text, first: '', second: '', by: '', offset: Number(text), declares: false }
}

// T, R or C: the call's element type, the type of its parts, the complex type of such parts. Otherwise a type's name.
function parseValue(where, rest) {
  const [, name, element, sizes] = /^(\w+) : (T|R|C|[iu]\w+|f\d+)\[([^\]]*)\]$/.exec(rest) ?? []
  if (!name) throw new TableError(where, `expected \`NAME : ELEMENT[SIZES]\`, found \`${rest}\``)
  const list = sizes === '' ? [] : sizes.split(/, (?![^(]*\))/)
  return { name, element, sizes: list.map((size) => parseSize(where, size)), text: `${element}[${sizes}]` }
}

const quantities = { bool: '?', i32: '#' }

// One-letter codes, or a quantity; `= DEFAULT` is the value if it is absent.
function parseAttribute(where, rest) {
  const [, name, form, absent] = /^(\w+) : (bool|i32|[A-Z]( [A-Z])*)(?: = (\w+))?$/.exec(rest)?.filter((_, i) => i !== 3) ?? []
  if (!name) throw new TableError(where, `expected \`NAME : LETTERS|bool|i32 [= DEFAULT]\`, found \`${rest}\``)
  const codes = quantities[form] ?? form.replaceAll(' ', '')
  return { name, form, codes, default: absent ?? '' }
}

// `k <= n`: the size on the left is at most the other one.
function parseLimit(where, rest) {
  const [small, large] = rest.split(' <= ')
  if (!large) throw new TableError(where, `expected \`SIZE <= SIZE\`, found \`${rest}\``)
  return { small: parseSize(where, small), large: parseSize(where, large), text: rest }
}

const single = (key) => (where, call, rest) => {
  if (call[key] !== '') throw new TableError(where, `a second \`${key}\` line`)
  call[key] = rest
}

export const callLines = {
  doc: single('doc'),
  check: single('check'),
  lower: single('lower'),
  routine: single('routine'),
  effect: (where, call) => (call.effect = true),
  operand: (where, call, rest) => call.operands.push(parseValue(where, rest)),
  result: (where, call, rest) => call.results.push(parseValue(where, rest)),
  limit: (where, call, rest) => call.limits.push(parseLimit(where, rest)),
  attribute: (where, call, rest) => call.attributes.push(parseAttribute(where, rest)),
}

// Requires that every symbol is the whole size of some operand, or declared by a result.
function checkSizes(call) {
  const operands = call.operands.flatMap((operand) => operand.sizes)
  const results = call.results.flatMap((result) => result.sizes)
  const givers = [...operands.filter((size) => size.second === '' && size.offset === 0), ...results.filter((size) => size.declares)]
  const known = new Set(givers.map((size) => size.first))
  for (const size of [...operands, ...results, ...call.limits.flatMap(({ small, large }) => [small, large])]) {
    const symbols = [size.first, size.second].filter((one) => one !== '')
    if (!symbols.every((one) => known.has(one))) throw new TableError(call.where, `no operand of ${call.name} gives the size \`${size.text}\``)
    if (size.by !== '' && !call.attributes.some((one) => one.name === size.by)) {
      throw new TableError(call.where, `${call.name} has no attribute \`${size.by}\``)
    }
  }
}

export function checkCalls(calls) {
  const seen = new Map()
  for (const call of calls) {
    if (call.doc === '') throw new TableError(call.where, `${call.name} has no doc line`)
    if (call.lower === '') throw new TableError(call.where, `${call.name} has no lower line`)
    for (const { name } of call.targets) {
      const before = seen.get(name)
      if (before) throw new TableError(call.where, `target ${name} stands also at ${before.file}:${before.line}`)
      seen.set(name, call.where)
    }
    checkSizes(call)
  }
}
