// Random calls of every method of the builder, most of them wrong: each makes an operation or throws a reason, and what was
// made is a program that is read, checked and runs like its text.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { load, ProgramError } from 'paddock-hlo'
import { operationRows } from '../dist/builder/operations.js'

let paddock
before(async () => (paddock = await load()))
after(() => paddock.close())

const types = ['tensor<f32>', 'tensor<2x3xf32>', 'tensor<2x3xi32>', 'tensor<?x3xf32>', 'tensor<3xi1>', 'tensor<i64>', 'tensor<2xcomplex<f32>>', '!stablehlo.token', 'tuple<tensor<f32>>']
const attributes = [
  0, -1, 2 ** 40, 9n, 0.5, true, false, 'LT', 'FFT', 'DEFAULT', 'main', [], [0], [0, 1], [1, 0], [-1, 9], [true, false], [[0, 1]], [[0, 0], [1, 1]], [[1], [2, 3]], {},
  { lhsContractingDimensions: [1], rhsContractingDimensions: [1] }, { offsetDims: [0], indexVectorDim: 1 }, { handle: 1, type: 1 }, { wrong: 1 },
  { text: 'array<i64: 0>' }, { text: 'dense<1.0> : tensor<2x3xf32>' }, { text: '#stablehlo<fft_type FFT>' }, { text: '}' }, { text: '' }, new Float32Array(2), null,
]
// Short forms of helper dialects cannot write an empty list of operands.
const rows = operationRows.filter(([name, , operands]) => /^(stablehlo|chlo)/.test(name) || operands.every(([, , isList]) => isList === 0))
const typesGiven = ['f64', 'i32', [2, 3], [6], [-2], 'tensor<2x3xf32>', 'tensor<-2xf32>', 'nonsense<', '', [], ['tensor<f32>', 'tensor<f32>'], undefined]

/** Returns a function that gives random whole numbers below its argument, the same for each seed. */
function randomOf(seed) {
  let state = seed * 2654435761 + 1
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) | 0
    return ((state ^ (state >>> 13)) >>> 0) % below
  }
}

class Calls {
  failures = 0
  made = 0

  constructor(seed, builder, other) {
    this.below = randomOf(seed)
    this.f = builder.function('main', Object.fromEntries(types.map((type, i) => [`x${i}`, type])))
    this.other = other.argument(0)
  }

  pick(list) {
    return list[this.below(list.length)]
  }

  /** Most often a value of the innermost region or around it. */
  operand(values) {
    const odd = this.below(40)
    return odd === 0 ? this.other : odd === 1 ? 'x' : odd < 6 ? this.pick([0, 1.5, -1, true, 3n]) : this.pick(values)
  }

  region(values, depth) {
    return (...own) => {
      const inside = [...values, ...own]
      if (depth > 0) this.make(inside, depth - 1)
      return this.pick([inside.at(-1), inside.at(-1), inside.at(-1), this.pick(inside), [], undefined, own])
    }
  }

  arguments([, , operands, , regions, form, hasTypes, isConstant], attributeRows, values, depth) {
    const list = operands.map(([, , isList]) => (isList === 1 && this.below(3) > 0 ? Array.from({ length: this.below(3) }, () => this.operand(values)) : this.operand(values)))
    if (hasTypes === 1) list.push(this.pick(form === 'tuple' ? [['tensor<f32>', 'tensor<f32>'], []] : typesGiven))
    if (isConstant === 1) list.push(this.pick(attributes))
    const options = Object.fromEntries(attributeRows.filter(() => this.below(6) > 0).map(([, property]) => [property, this.pick(attributes)]))
    if (this.below(20) === 0) options.resultTypes = [this.pick(types)]
    if (this.below(20) === 0) options.attributes = { 'my.own': this.pick(attributes) }
    if (this.below(40) === 0) options.nothing = 1
    list.push(options)
    for (const [, isList] of regions) list.push(this.below(30) === 0 ? 1 : isList === 1 ? [this.region(values, depth), this.region(values, depth)] : this.region(values, depth))
    return list
  }

  make(values, depth) {
    const row = this.pick(rows)
    try {
      const results = this.f[row[1]](...this.arguments(row, row[3], values, depth))
      values.push(...[results ?? []].flat())
      ++this.made
    } catch (error) {
      if (!(error instanceof ProgramError || error instanceof TypeError || error instanceof RangeError)) throw error
      if (error instanceof ProgramError) assert.ok(error.diagnostics.length > 0 && error.message.length > 0)
      ++this.failures
    }
  }
}

test('random calls make operations or throw a reason, and the program stays whole', async () => {
  let [made, failures] = [0, 0]
  for (let seed = 0; seed < 60; ++seed) {
    const builder = await paddock.builder()
    const calls = new Calls(seed, builder, (await paddock.builder()).function('main', { x: 'tensor<f32>' }))
    const values = [...calls.f.arguments]
    for (let i = 0; i < 400; ++i) calls.make(values, 2)
    calls.f.return(values.filter((value) => value.type.startsWith('tensor')).slice(-3))
    const text = builder.text()
    const program = await paddock.parse(text)
    // Rules of whole programs are not broken by one call; nothing else may be left.
    assert.deepEqual(program.diagnostics.filter(({ severity, code }) => severity === 'error' && !/symbol|callee/.test(code)).map(({ message, line }) => `${message}: ${text.split('\n')[line - 1]}`), [])
    made += calls.made
    failures += calls.failures
  }
  assert.ok(made > 500 && failures > 5000, `${made} operations, ${failures} failures`)
})
