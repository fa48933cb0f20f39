// The tab Compare shows what `paddock diff` prints, for every element type.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { load } from 'paddock-hlo'
import { chance } from './chance.mjs'

const { outputFiles } = await build({ entryPoints: [fileURLToPath(new URL('../src/compare/compare-tensors.ts', import.meta.url))], bundle: true, format: 'esm', write: false, external: ['paddock-hlo'] })
const { Comparer } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`)
const paddockCommand = process.env.PADDOCK ?? fileURLToPath(new URL('../../build/native/bin/paddock', import.meta.url))

/// Bits of infinities and NaN of the floating-point types that have them.
const special = {
  f64: ['0x7FF0000000000000', '0xFFF0000000000000', '0x7FF8000000000000'],
  f32: ['0x7F800000', '0xFF800000', '0x7FC00000'],
  bf16: ['0x7F80', '0xFF80', '0x7FC0'],
  f16: ['0x7C00', '0xFC00', '0x7E00'],
  f8E4M3FN: ['0x7F'],
  f8E5M2: ['0x7C', '0xFC', '0x7F'],
  f8E4M3: ['0x78', '0xF8', '0x7F'],
  f8E3M4: ['0x70', '0xF0', '0x7F'],
  f8E4M3FNUZ: ['0x80'],
  f8E5M2FNUZ: ['0x80'],
  f8E4M3B11FNUZ: ['0x80'],
  f8E8M0FNU: ['0xFF'],
  f6E2M3FN: [],
  f6E3M2FN: [],
  f4E2M1FN: [],
}
/// Largest floats that the test uses of the types with small ones.
const largest = { f8E3M4: 15, f8E4M3B11FNUZ: 30, f6E2M3FN: 7, f6E3M2FN: 28, f4E2M1FN: 6 }
/// Least and greatest integers that the test uses.
const ranges = { i64: [-1e6, 1e6], i32: [-1e6, 1e6], i16: [-3e4, 3e4], i8: [-128, 127], i4: [-8, 7], i2: [-2, 1], ui64: [0, 1e6], ui32: [0, 1e6], ui16: [0, 6e4], ui8: [0, 255], ui4: [0, 15], ui2: [0, 3] }
const complexOf = { 'complex<f32>': 'f32', 'complex<f64>': 'f64' }
const types = [...Object.keys(special), ...Object.keys(ranges), 'i1', ...Object.keys(complexOf)]
const count = 64
const { next: random } = chance(36)

/** A literal of a type; floats have zeros of both signs and, if the type has them, NaN and infinities. */
function elementOf(type) {
  if (type === 'i1') return String(random() < 0.5)
  if (complexOf[type]) return `(${elementOf(complexOf[type])}, ${elementOf(complexOf[type])})`
  if (ranges[type]) return String(Math.round(ranges[type][0] + random() * (ranges[type][1] - ranges[type][0])))
  const chosen = random()
  if (chosen < 0.1 && special[type].length > 0) return special[type][Math.floor(random() * special[type].length)]
  if (type === 'f8E8M0FNU') return (2 ** Math.floor(random() * 12 - 4)).toFixed(6)
  const most = largest[type] ?? 120
  const number = (random() - 0.5) * Math.min(2 * most, 2 ** Math.floor(random() * 12 - 4))
  return chosen < 0.2 ? '0.0' : chosen < 0.3 && !type.endsWith('FNUZ') ? '-0.0' : number.toFixed(6)
}

const elementsOf = (type) => Array.from({ length: count }, () => elementOf(type))

/** Returns a program whose values are the constants of all types, a part of them as in `before`. */
function programOf(before) {
  const elements = types.map((type, i) => elementsOf(type).map((element, at) => (before !== null && at % 3 > 0 ? before.elements[i][at] : element)))
  const lines = types.map((type, i) => `%v${i} = stablehlo.constant dense<[${elements[i].join(', ')}]> : tensor<${count}x${type}>`)
  return { elements, text: `func.func @main() -> tensor<${count}xf32> {\n${lines.join('\n')}\nreturn %v1 : tensor<${count}xf32>\n}\n` }
}

test('the page and paddock diff measure the same differences', async () => {
  const reference = programOf(null)
  const changed = programOf(reference)
  const folder = mkdtempSync(join(tmpdir(), 'metrics-'))
  const files = [changed, reference].map(({ text }, i) => {
    const file = join(folder, `${i}.mlir`)
    writeFileSync(file, text)
    return file
  })
  const [command, ...first] = paddockCommand.split(' ')
  const { stdout, stderr } = spawnSync(command, [...first, 'diff', ...files, '--all', '--format', 'json'], { encoding: 'utf8' })
  const said = JSON.parse(stdout || `{"values": [], "problem": ${JSON.stringify(stderr)}}`)
  assert.equal(said.values.length, types.length, said.problem)
  const paddock = await load()
  const comparer = new Comparer(paddock)
  const run = async ({ text }) => ({ text, values: (await (await paddock.parse(text)).run({ keepValues: true, level: 'faithful' })).values })
  const runs = await Promise.all([changed, reference].map(run))
  for (const { name, count, differing, absolute, relative, scaled, non_finite: nonFinite, ulp = null } of said.values) {
    const [a, b] = await Promise.all(runs.map(({ text, values }) => values.tensor(text.indexOf(`${name} `))))
    const { worst, ...own } = await comparer.compare(a, b)
    const type = types[Number(name.slice(2))]
    assert.ok(absolute > 0, `${type} does not differ`)
    assert.ok(worst >= 0 && worst < 64, `${type}: ${worst}`)
    assert.equal(ulp !== null, type in special || type in complexOf, type)
    assert.deepEqual(own, { count, differing, nonFinite, absolute, relative, scaled, ulp }, type)
  }
  paddock.close()
})

test('shapes must agree, and floats of two types are compared in representable numbers of the first', async () => {
  const paddock = await load()
  const comparer = new Comparer(paddock)
  const made = async (type, literal) => (await (await paddock.parse(`func.func @main() -> ${type} {\n%x = stablehlo.constant dense<${literal}> : ${type}\nreturn %x : ${type}\n}`)).run()).results[0]
  const [half, whole, pair, scalar] = await Promise.all([made('tensor<2xbf16>', '[1.0, 2.0]'), made('tensor<2xf64>', '[1.0, 2.03125]'), made('tensor<2xcomplex<f32>>', '[(1.0, 0.0), (2.0, 0.5)]'), made('tensor<bf16>', '1.0')])
  assert.deepEqual(await comparer.compare(half, whole), { count: 2, differing: 1, nonFinite: 0, absolute: 0.03125, relative: 0.03125 / 2.03125, scaled: 0.03125 / 2.03125, ulp: 2, worst: 1 })
  assert.equal((await half.compare(whole)).ulp, null)
  assert.equal(await comparer.compare(half, scalar), null)
  assert.equal(await comparer.compare(half, pair), null)
  const difference = await comparer.subtract(half, whole)
  assert.deepEqual(await difference.numbers(), Float64Array.of(0, -0.03125))
  assert.equal(await comparer.subtract(pair, pair), null)
  comparer.close()
  paddock.close()
})
