/// Every element type has accessors that return the values written, rounded as the engine rounds.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { decodeFloats, load, packElements } from 'paddock-hlo'
import { elementTypes } from '../dist/data/element-types.js'

const paddock = await load()
after(() => paddock.close())

const smallFloats = [
  'f4E2M1FN', 'f6E2M3FN', 'f6E3M2FN', 'f8E3M4', 'f8E4M3', 'f8E4M3FN', 'f8E4M3FNUZ', 'f8E4M3B11FNUZ', 'f8E5M2',
  'f8E5M2FNUZ', 'f8E8M0FNU', 'bf16', 'f16',
]

async function converted(numbers, type) {
  const [from, to] = ['f64', type].map((element) => `tensor<${numbers.length}x${element}>`)
  const program = await paddock.parse(`func.func @main(%x: ${from}) -> ${to} {
    %y = stablehlo.convert %x : (${from}) -> ${to}
    return %y : ${to}
  }`)
  const { results, diagnostics } = await program.run({ inputs: [Float64Array.from(numbers)], numerics: 'portable' })
  assert.deepEqual(diagnostics, [])
  return results[0]
}

/// Values of a type, the midpoints between neighbours, and values close to those.
function numbersAround(type) {
  const codes = Uint16Array.from({ length: type === 'bf16' || type === 'f16' ? 65536 : 256 }, (_, code) => code)
  const exact = decodeFloats(type, codes.length > 256 ? codes : Uint8Array.from(codes))
  const finite = [...new Set(exact)].filter(Number.isFinite).sort((a, b) => a - b)
  const numbers = [NaN, Infinity, -Infinity, 0, -0, 1e300, -1e300, 1e-300, 5e-324]
  const step = Math.max(1, Math.floor(finite.length / 400))
  for (let i = 0; i + 1 < finite.length; i += step) {
    const middle = (finite[i] + finite[i + 1]) / 2
    numbers.push(finite[i], middle, middle * (1 + 1e-12), middle * (1 - 1e-12))
  }
  const [least, greatest] = [finite[0], finite.at(-1)]
  return [...numbers, least, greatest, greatest * 1.02, greatest * 1.06, greatest * 1.1, greatest * 1.3, greatest * 2, least * 1.06]
}

for (const type of smallFloats) {
  test(`${type} is packed with the engine's rounding`, async () => {
    const numbers = numbersAround(type)
    const tensor = await converted(numbers, type)
    const packed = packElements(type, numbers)
    const said = await tensor.data()
    for (const [i, number] of numbers.entries()) {
      if (!Number.isNaN(number)) assert.equal(packed[i], said[i], `${type}: ${number}`)
    }
    assert.deepEqual(decodeFloats(type, packed), decodeFloats(type, said))
    const codes = packElements(type, await tensor.values())
    assert.deepEqual(decodeFloats(type, codes), decodeFloats(type, said), 'values come back')
  })
}

const identity = (type, count) => `func.func @main(%x: tensor<${count}x${type}>) -> tensor<${count}x${type}> {
  return %x : tensor<${count}x${type}>
}`

async function through(type, values) {
  const count = type.startsWith('complex') ? values.length / 2 : values.length
  const program = await paddock.parse(identity(type, count))
  const { results, diagnostics } = await program.run({ inputs: [packElements(type, values)] })
  assert.deepEqual(diagnostics, [], type)
  return results[0]
}

test('integers of every width survive packing, or are refused', async () => {
  const widths = { i2: 2n, i4: 4n, i8: 8n, i16: 16n, i32: 32n, i64: 64n, index: 64n }
  for (const [type, bits] of Object.entries(widths)) {
    const [low, high] = [-(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n]
    assert.deepEqual(await (await through(type, [low, -1, 0n, high])).bigints(), BigInt64Array.of(low, -1n, 0n, high), type)
    assert.throws(() => packElements(type, [high + 1n]), RangeError)
    assert.throws(() => packElements(type, [low - 1n]), RangeError)
    assert.throws(() => packElements(type, [0.5]), RangeError)
  }
  for (const bits of [2n, 4n, 8n, 16n, 32n, 64n]) {
    const high = (1n << bits) - 1n
    assert.deepEqual(await (await through(`ui${bits}`, [0, high])).bigints(), BigUint64Array.of(0n, high))
    assert.throws(() => packElements(`ui${bits}`, [-1]), RangeError)
  }
  assert.deepEqual([...(await (await through('i1', [true, 0, 1])).numbers())], [1, 0, 1])
  assert.throws(() => packElements('i1', [2]), RangeError)
})

test('numbers are exact or refused', async () => {
  assert.deepEqual(await (await through('i64', [2n ** 53n - 1n, -3])).numbers(), Float64Array.of(2 ** 53 - 1, -3))
  await assert.rejects((await through('i64', [2n ** 53n])).numbers(), /bigints\(\)/)
  assert.deepEqual(await (await through('bf16', [1.5, -2])).numbers(), Float64Array.of(1.5, -2))
  assert.deepEqual(await (await through('f64', [0.1])).numbers(), Float64Array.of(0.1))
  await assert.rejects((await through('f32', [1])).bigints(), /no integer type/)
})

test('complex numbers have two parts', async () => {
  for (const [type, array] of [['complex<f32>', Float32Array], ['complex<f64>', Float64Array]]) {
    const tensor = await through(type, [1, 2, 3, -4])
    assert.deepEqual(await tensor.complex(), { real: array.of(1, 3), imaginary: array.of(2, -4) })
    await assert.rejects(tensor.numbers(), /see complex\(\)/)
  }
  await assert.rejects((await through('f32', [1])).complex(), /no complex type/)
})

test('the element types have the numbers of the engine', () => {
  const header = readFileSync(new URL('../../../core/types/element_type.h', import.meta.url), 'utf8').replace(/\\\n/g, ' ')
  assert.deepEqual(elementTypes, [...header.matchAll(/Row\(\s*\w+,\s*"([^"]+)"/g)].map(([, spelling]) => spelling))
})
