// The tab Compare and `paddock diff` compute their metrics by different code, which must agree.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { load } from 'paddock-hlo'
import { chance } from './robot.mjs'

const { outputFiles } = await build({ entryPoints: [fileURLToPath(new URL('../src/compare/compare-tensors.ts', import.meta.url))], bundle: true, format: 'esm', write: false, external: ['paddock-hlo'] })
const { Comparer } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`)
const paddockCommand = process.env.PADDOCK ?? fileURLToPath(new URL('../../build/native/bin/paddock', import.meta.url))

const types = ['f64', 'f32', 'bf16', 'f16', 'f8E4M3FN', 'f8E5M2', 'i64', 'i32', 'i8', 'ui32', 'ui8', 'i1']
const count = 64
const { next: random } = chance(36)

/** Literals of elements of a type; floats have zeros of both signs and, if the type has them, NaN and infinities. */
function elementsOf(type) {
  const number = () => (random() - 0.5) * 2 ** Math.floor(random() * 12 - 4)
  const special = { f64: ['0x7FF0000000000000', '0xFFF0000000000000', '0x7FF8000000000000'], f32: ['0x7F800000', '0xFF800000', '0x7FC00000'], bf16: ['0x7F80', '0xFF80', '0x7FC0'], f16: ['0x7C00', '0xFC00', '0x7E00'], f8E4M3FN: ['0x7F'], f8E5M2: ['0x7C', '0xFC', '0x7F'] }[type] ?? []
  const one = () => {
    if (type === 'i1') return String(random() < 0.5)
    if (type.startsWith('i')) return String(Math.round(number()))
    if (type.startsWith('u')) return String(Math.abs(Math.round(number())))
    const chosen = random()
    if (chosen < 0.1 && special.length > 0) return special[Math.floor(random() * special.length)]
    return chosen < 0.2 ? '0.0' : chosen < 0.3 ? '-0.0' : number().toFixed(6)
  }
  return Array.from({ length: count }, one)
}

/** Returns a program whose values are the constants of all types, a part of them as in `before`. */
function programOf(before) {
  const elements = types.map((type, i) => elementsOf(type).map((element, at) => (before !== null && at % 3 > 0 ? before.elements[i][at] : element)))
  const lines = types.map((type, i) => `%${type} = stablehlo.constant dense<[${elements[i].join(', ')}]> : tensor<${count}x${type}>`)
  return { elements, text: `func.func @main() -> tensor<${count}xf32> {\n${lines.join('\n')}\nreturn %f32 : tensor<${count}xf32>\n}\n` }
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
  for (const { name, absolute, relative, scaled, non_finite: nonFinite, ulp = null } of said.values) {
    const [a, b] = await Promise.all(runs.map(({ text, values }) => values.tensor(text.indexOf(`${name} `))))
    const { tensor, ...own } = await comparer.compare(a, b)
    tensor.close()
    assert.ok(absolute > 0, `${name} does not differ`)
    assert.deepEqual(own, { absolute, relative, scaled, ulp, nonFinite }, name)
  }
  paddock.close()
})
