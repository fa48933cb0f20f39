// XLA's operations in JavaScript: the cases of the document, shapes, literals, functions and mistakes.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { load, packElements, ProgramError } from 'paddock-hlo'
import { load as loadInline } from 'paddock-hlo/inline'
import { soonEnough } from '../../../tools/lib/soon-enough.mjs'
import { inputText, makeCalls, readCases, readValue } from './xla-notation.mjs'

let paddock
let xla
before(async () => {
  paddock = await load()
  xla = await paddock.xla()
})
after(() => paddock.close())

const elementTypes = { pred: 'i1', s32: 'i32', u32: 'ui32', s64: 'i64', u8: 'ui8', f32: 'f32', f64: 'f64', bf16: 'bf16', f16: 'f16', c64: 'complex<f32>' }
const typeOf = (shape) => {
  const [, type, sizes] = /^(\w+)\[([\d,]*)\]/.exec(shape)
  return `tensor<${sizes === '' ? '' : `${sizes.replaceAll(',', 'x')}x`}${elementTypes[type]}>`
}

/** Returns the operations of @main, without the dialect. */
function operationsOf(text) {
  const [main] = /^func\.func @main[^]*?^\}/m.exec(text)
  return [...main.matchAll(/^ {2}(?:%[\w:, %]+ = )?"?(?:\w+\.)?(\w+)/gm)].map(([, name]) => name).filter((name) => name !== 'return' && name !== 'cond').join(' ')
}

const isNear = (a, b) => Object.is(a, b) || a === b || Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(b))

async function checkResults(results, text) {
  const expected = text === '()' ? [] : readValue(text)
  assert.equal(results.length, expected.length)
  for (const [i, { shape, value }] of expected.entries()) {
    assert.equal(results[i].type, typeOf(shape))
    if (value === undefined) continue
    const actual = await results[i].data()
    const numbers = [value].flat(Infinity)
    const all = numbers.length === 1 ? Array(actual.length).fill(numbers[0]) : numbers
    if (shape.startsWith('f32')) assert.ok(actual.length === all.length && actual.every((one, at) => isNear(one, all[at])), `${actual} is not ${all}`)
    else assert.deepEqual(actual, packElements(results[i].elementType, all))
  }
}

async function checkRun(one, computation) {
  const program = await computation.makeProgram()
  assert.equal(program.text, computation.text())
  if (one.makes !== '') assert.equal(operationsOf(program.text), one.makes)
  const run = await program.run({
    mode: 'cooperative',
    grid: { replicas: one.results.length, partitions: 1 },
    infeed: one.infeed.map(inputText),
    processInputs: one.results.map((_, replica) => ({ replica, partition: 0, inputs: one.arguments.map((values) => inputText(values[replica])) })),
  })
  if (program.text.includes('custom_call')) {
    assert.equal(run.diagnostics[0]?.code, 'custom-call', JSON.stringify(run.diagnostics))
    return
  }
  assert.equal(run.status, 'finished', JSON.stringify(run.diagnostics))
  assert.deepEqual(run.diagnostics, [])
  for (const [replica, text] of one.results.entries()) await checkResults(run.processes[replica], text)
  program.close()
}

function checkViolation(expected, error) {
  assert.ok(error instanceof ProgramError, String(error?.stack))
  const [, code, but] = /^\{\{(.*?)\}\} (.*)$/.exec(expected)
  const [{ code: actual, message, formula, link }, ...others] = error.diagnostics
  assert.equal(actual, code, message)
  assert.ok(message.endsWith(`${formula}, but ${but}`), message)
  assert.match(link, /^https:\/\/openxla\.org\/xla\//)
  assert.deepEqual(others, [])
}

describe('the examples and rules of the document', () => {
  for (const one of readCases()) {
    test(one.title, async () => {
      const builder = xla.computationBuilder('case')
      const make = () => {
        makeCalls(builder, one.calls, (name) => xla.computationBuilder(name))
        return builder.build()
      }
      if (!one.results[0].startsWith('{{')) return checkRun(one, make())
      assert.throws(make, (error) => checkViolation(one.results[0], error) ?? true)
    })
  }
})

test('a program is built, runs and steps like one that is read', async () => {
  for (const open of [load, loadInline, () => load({ worker: true })]) {
    const engine = await open()
    const own = await engine.xla()
    const builder = own.computationBuilder('sums')
    const x = builder.parameter(0, 'f32[2,3]', 'x')
    const row = builder.mul(x, builder.constantLiteral([1, 2, 3]), [1])
    const sums = row.reduce(builder.constantLiteral(0), (b, a, c) => b.add(a, c), [1])
    assert.deepEqual([x.shape, sums.shape], ['f32[2,3]', 'f32[2]'])
    const computation = builder.build()
    assert.deepEqual(computation.programShape, { parameters: ['f32[2,3]'], parameterNames: ['x'], result: 'f32[2]' })
    assert.equal(computation.name, 'sums')
    const program = await computation.makeProgram({ name: 'sums.mlir' })
    const { results } = await program.run({ inputs: [new Float32Array([1, 2, 3, 4, 5, 6])] })
    assert.deepEqual(await results[0].data(), new Float32Array([14, 32]))
    const session = await program.start({ inputs: [new Float32Array(6)] })
    assert.equal((await session.step()).place.operation, 'stablehlo.multiply')
    session.close()
    engine.close()
  }
})

/** Returns the text of the last value of main, made by the function. */
function madeBy(make) {
  const builder = xla.computationBuilder('made')
  make(builder)
  return builder.build().text().split('\n').slice(1, -3).at(-1).trim()
}

test('constants have the type of their elements, or a given one', () => {
  const constants = [
    [[1.5], 'dense<1.5> : tensor<f32>'],
    [[[[1, 2], [3, 4]], 's32'], 'dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>'],
    [[2, 'bf16[3]'], 'dense<2.0> : tensor<3xbf16>'],
    [[true], 'dense<true> : tensor<i1>'],
    [[[1n, -2n]], 'dense<[1, -2]> : tensor<2xi64>'],
    [[new Uint8Array([1, 255])], 'dense<[1, 255]> : tensor<2xui8>'],
    [[new Float64Array(6), 'f64[2, 3]'], 'dense<0.0> : tensor<2x3xf64>'],
    [[[[1, 2]], 'c64'], 'dense<(1.0, 2.0)> : tensor<1xcomplex<f32>>'],
    [[{ text: 's32[2] {1, 2}' }], 'dense<[1, 2]> : tensor<2xi32>'],
    [[xla.minValue('s8')], 'dense<-128> : tensor<i8>'],
    [[xla.minValue('f32')], 'dense<0xFF800000> : tensor<f32>'],
  ]
  for (const [list, expected] of constants) assert.equal(madeBy((b) => b.constantLiteral(...list)), `%0 = stablehlo.constant ${expected}`)
})

test('functions are computations with the parameters that their operation gives them', () => {
  const text = (make) => {
    const builder = xla.computationBuilder('case')
    make(builder)
    return builder.build().text()
  }
  const shapes = []
  const look = (b, ...list) => (shapes.push(list.map(({ shape }) => shape)), list[0])
  text((b) => {
    const x = b.parameter(0, 'f32[4]', 'x')
    b.map([x, x], look, [x])
    b.call(look, [x])
    const state = b.tuple([b.constantLiteral(0, 's32'), x])
    b.while((c, s) => c.lt(look(c, s).getTupleElement(0), c.constantLiteral(3, 's32')), (c, s) => c.tuple([c.add(s.getTupleElement(0), c.constantLiteral(1, 's32')), s.getTupleElement(1)]), state)
  })
  assert.deepEqual(shapes, [['f32[]', 'f32[]', 'f32[4]'], ['f32[4]'], ['(s32[], f32[4])']])
  // A function within a function.
  assert.match(text((b) => b.call((c, x) => c.call((d, y) => d.neg(y), [x]), [b.constantLiteral(1)])), /call @case_computation_computation/)
})

test('what a function throws is thrown by its operation, and the builder goes on', () => {
  const builder = xla.computationBuilder('case')
  const x = builder.parameter(0, 'f32[4]', 'x')
  const zero = builder.constantLiteral(0)
  const own = new Error('own')
  assert.throws(() => x.reduce(zero, () => { throw own }, [0]), (error) => error === own)
  assert.throws(() => x.reduce(zero, (b, a) => b.dot(a, a), [0]), (error) => error instanceof ProgramError && error.diagnostics[0].code === 'xla-dot-1')
  assert.throws(() => x.reduce(zero, () => x, [0]), (error) => error instanceof ProgramError && error.diagnostics[0].code === 'builder')
  assert.throws(() => x.reduce(zero, () => undefined, [0]), { name: 'TypeError', message: /the result of a computation is a value/ })
  let kept
  x.reduce(zero, (b, a, c) => {
    kept = b
    assert.throws(() => b.dot(a, c), ProgramError)
    return b.add(a, c)
  }, [0])
  assert.throws(() => kept.constantLiteral(1), { name: 'TypeError', message: /has returned/ })
  assert.match(builder.build().text(), /applies stablehlo\.add across dimensions = \[0\]/)
})

test('arguments of another kind are refused', async () => {
  const builder = xla.computationBuilder('case')
  const x = builder.parameter(0, 'f32[4]', 'a "name" \\ with signs')
  const other = await paddock.xla()
  const refusals = [
    [() => x.add(1), /add: rhs must be a value/],
    [() => x.add(), /too few arguments/],
    [() => x.add(x, [], 1), /add: there are too many arguments/],
    [() => x.add(other.computationBuilder('o').constantLiteral(1)), /rhs must be a value/],
    [() => x.reshape([1.5]), /'1.5' is no integer/],
    [() => x.reshape('2'), /reshape: newSizes must be a list of whole numbers/],
    [() => x.reduce(x, x, [0]), /computation must be a computation or a function/],
    [() => builder.infeed('f33[2]'), /expected|no/],
    [() => builder.infeed('f32[2]), Neg(x'), /expected/],
    [() => x.convertElementType('float'), /'float' is no element type/],
    [() => builder.conv(x, x, [], 'full'), /expected kSame or kValid/],
    [() => builder.constantLiteral(1, 'i32'), /i32 is no element type/],
    [() => builder.constantLiteral({ text: '(' }), /expected/],
    [() => builder.constantLiteral([1, 2], 'f32[3]'), /2 elements for a shape of 3/],
  ]
  for (const [call, message] of refusals) assert.throws(call, (error) => (error instanceof TypeError || error instanceof RangeError) && message.test(error.message) || assert.fail(String(error.stack)))
  assert.throws(() => builder.neg(xla.computationBuilder('o').constantLiteral(1)), /operand 0 is no value of this builder/)
  assert.throws(() => builder.build(xla.computationBuilder('o').constantLiteral(1)), /the result is no value of this builder/)
  assert.throws(() => builder.build(other.computationBuilder('o').constantLiteral(1)), TypeError)
  assert.match(builder.build().text(), /@main\(%/)
})

test('100,000 operations are made within two seconds', () =>
  soonEnough(() => {
    let x = xla.computationBuilder('long').parameter(0, 'f32[4]', 'x')
    const { user } = process.cpuUsage()
    for (let i = 0; i < 100_000; ++i) x = x.add(x)
    return process.cpuUsage({ user, system: 0 }).user / 1000
  }, 2000))

test('the calls on the page of the operations make its programs', () => {
  const page = readFileSync(new URL('../../../docs/xla-operations.md', import.meta.url), 'utf8')
  const cases = readCases()
  const sections = page.split('\n## ').slice(1)
  assert.ok(sections.length > 60)
  for (const section of sections) {
    const operation = section.slice(0, section.indexOf('\n'))
    const [, call] = /^- JavaScript: `(.*)`$/m.exec(section)
    const [, program] = /^```.*\n([^]*?)\n```/m.exec(section.replace(/^ *\/\/.*\n/gm, ''))
    // The case is one of the operation, and makes the same program.
    const made = cases.filter(({ calls, results }) => new RegExp(`^(?:\\w+ = )?${operation}\\(`).test(calls.at(-1) ?? '') && !results[0].startsWith('{{')).map((one) => {
      const builder = xla.computationBuilder('case')
      const names = makeCalls(builder, one.calls.slice(0, -1), (name) => xla.computationBuilder(name))
      try {
        new Function('builder', ...names.keys(), call)(builder, ...names.values())
        return builder.build().text().trim()
      } catch (error) {
        return String(error)
      }
    })
    assert.ok(made.includes(program), `${call}\n${program}\n${made}`)
  }
})
