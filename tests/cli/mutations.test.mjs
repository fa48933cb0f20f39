// No program may crash the checks, the planning or a run. Programs of the project with random
// changes of lines, words and numbers must end in diagnostics or run. PADDOCK_MUTATIONS sets their
// number (200), PADDOCK_SEED the first seed (1). With PADDOCK_CONFORMANCE, its programs are mutated
// too.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { command, root } from './paddock.mjs'

const count = Number(process.env.PADDOCK_MUTATIONS ?? 200)
const seed = Number(process.env.PADDOCK_SEED ?? 1)
const folder = mkdtempSync(join(tmpdir(), 'paddock-mutations-'))
after(() => rmSync(folder, { recursive: true }))

// mulberry32: the same numbers on every machine.
function generator(state) {
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

function programsUnder(path) {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const inner = join(path, entry.name)
    if (entry.isDirectory()) return programsUnder(inner)
    return entry.name.endsWith('.mlir') ? [inner] : []
  })
}

const folders = ['tests/check', 'tests/ops', 'tests/run', 'examples'].map((name) => join(root, name))
if (process.env.PADDOCK_CONFORMANCE) folders.push(process.env.PADDOCK_CONFORMANCE)
const paths = folders.flatMap(programsUnder).sort()
const casesOf = (path) => readFileSync(path, 'utf8').split(/^\/\/ -----.*$/m).filter((text) => text.length < 20_000)

const numbers = ['0', '1', '-1', '2', '3', '7', '64', '65', '?', '4096', '-9223372036854775808', '9223372036854775807', '2147483648']
const elements = ['f32', 'f64', 'bf16', 'i1', 'i8', 'ui8', 'i64', 'i4', 'f8E4M3FN', 'complex<f32>', 'index', '!quant.uniform<i8:f32, 0.5:3>', '!quant.uniform<i8:f32:0, {0.5, 0.25}>']

const mutations = [
  // Replaces a number.
  (text, random) => replaceOne(text, /-?\b\d+\b/g, random, () => numbers[random(numbers.length)]),
  (text, random) => replaceOne(text, /-?\b\d+\b/g, random, (word) => String(BigInt(word) + BigInt(random(3)) - 1n)),
  // Replaces an element type, in one place or everywhere.
  (text, random) => replaceOne(text, /\b(f32|f64|i32|i64|i1|i8)\b/g, random, () => elements[random(elements.length)]),
  (text, random) => {
    const to = elements[random(elements.length)]
    return text.replaceAll(/\b(f32|f64|i32)\b/g, to)
  },
  // Adds a dimension to a shape, or removes one.
  (text, random) => replaceOne(text, /tensor<(\d+x)?/g, random, () => ['tensor<', 'tensor<0x', 'tensor<?x', 'tensor<2x3x'][random(4)]),
  // Makes a size unknown everywhere.
  (text, random) => {
    const size = `${1 + random(5)}x`
    return text.replaceAll(new RegExp(`(?<=[<x])${size}`, 'g'), '?x')
  },
  // Replaces an operation.
  (text, random) => {
    const names = text.match(/(stablehlo|chlo)\.[a-z_]+/g) ?? []
    return replaceOne(text, /(stablehlo|chlo)\.[a-z_]+/g, random, (name) => names[random(names.length)] ?? name)
  },
  // Replaces a value.
  (text, random) => {
    const names = text.match(/%\w+/g) ?? []
    return replaceOne(text, /%\w+/g, random, (name) => names[random(names.length)] ?? name)
  },
  // Removes a list or an attribute.
  (text, random) => replaceOne(text, /\[[^[\]]*\]/g, random, () => '[]'),
  (text, random) => replaceOne(text, /\w+ = [^,{}<>[\]]+, /g, random, () => ''),
  // Removes or duplicates a line.
  (text, random) => {
    const lines = text.split('\n')
    const at = random(lines.length)
    lines.splice(at, random(2), ...(random(2) ? [lines[at]] : []))
    return lines.join('\n')
  },
]

function replaceOne(text, pattern, random, write) {
  const matches = [...text.matchAll(pattern)]
  if (matches.length === 0) return text
  const { index, 0: word } = matches[random(matches.length)]
  return text.slice(0, index) + write(word) + text.slice(index + word.length)
}

function mutant(number) {
  const random = generator(number)
  const cases = casesOf(paths[random(paths.length)])
  let text = cases[random(Math.max(cases.length, 1))] ?? ''
  for (let i = 1 + random(3); i > 0; --i) text = mutations[random(mutations.length)](text, random)
  return text
}

// Whether the command ended normally.
function survives(words) {
  const { status, signal } = spawnSync(command[0], [...command.slice(1), ...words], { encoding: 'utf8', timeout: 120_000, maxBuffer: 1 << 28 })
  return signal === null && [0, 1, 3].includes(status)
}

test(`${count} mutated programs terminate`, () => {
  const files = []
  for (let i = 0; i < count; ++i) {
    const path = join(folder, `mutant-${seed + i}.mlir`)
    writeFileSync(path, mutant(seed + i))
    files.push(path)
  }
  for (let i = 0; i < files.length; i += 50) {
    const batch = files.slice(i, i + 50)
    const run = (paths) => survives(['check', ...paths]) && survives(['test', '--quiet', '--jobs', '1', '--memory', '256M', ...paths])
    if (run(batch)) continue
    const bad = batch.filter((path) => !run([path]))
    assert.fail(bad.map((path) => `${path}:\n${readFileSync(path, 'utf8')}`).join('\n'))
  }
})
