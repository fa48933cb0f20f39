// Runs the same programs through the package and the native command: equal verdicts and, in
// portable numerics, equal bits. PADDOCK_CONFORMANCE names additional folders, separated by colons.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { hasRelaxedSimd, load } from 'paddock-hlo'
import { accepted, findPrograms, readCases, verdictOf, withCheckedResults } from './cases.mjs'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const command = join(root, 'build', 'native', 'bin', 'paddock')
const generator = join(root, 'build', 'native', 'bin', 'paddock_generator')
const noResults = '2180a92350d49cce'
// Messages for the factorisations that the engine leaves to a part; the command over WebAssembly has them.
const leftOut = 'needs linear algebra that this build of the engine leaves out'
const callsLeftOut = /custom_call @(lapack_[sdcz](?!trsm)|Qr|ProductOfElementary|LuDecomposition|Eigh)/

let folder
before(() => {
  assert.ok(existsSync(command), 'the native command is what this compares with: npm run build:native')
  folder = mkdtempSync(join(tmpdir(), 'paddock-'))
})
after(() => rmSync(folder, { recursive: true, force: true }))

/// Returns the native command's verdicts for `path`, by "file:case".
function nativeVerdicts(path) {
  let output
  try {
    output = execFileSync(command, ['test', '--format', 'json', '--jobs', '2', path], { maxBuffer: 2 ** 28, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch (error) {
    // Exit code 1 means that a case failed.
    if (error.status !== 1) throw error
    output = error.stdout
  }
  return new Map(JSON.parse(output).cases.map((one) => [`${one.path}:${one.case}`, one]))
}

function isSame(found, expected) {
  if (found.isNegative) return found.isPassed === (expected.reason !== accepted)
  return found.isPassed === (expected.verdict === 'passed') && (found.hash === '' || found.hash === expected.hash)
}

/// Compares all cases below `path`. Returns their number, and the number of those that give results.
async function compare(path, flavour) {
  const native = nativeVerdicts(path)
  const paddock = await load({ flavour })
  const differences = []
  let withResults = 0
  for (const file of findPrograms(path)) {
    for (const one of readCases(file)) {
      const expected = native.get(`${file}:${one.number}`)
      assert.ok(expected, `${file}:${one.number} is not among the cases of the command`)
      const found = await verdictOf(paddock, file, one)
      if (found.hash !== '' && found.hash !== noResults) ++withResults
      if (isSame(found, expected) || (callsLeftOut.test(one.text) && found.reason.includes(leftOut))) continue
      differences.push(`${file}:${one.number}: ${found.reason} ${found.hash}; natively ${expected.reason} ${expected.hash}`)
    }
  }
  paddock.close()
  assert.deepEqual(differences, [])
  return { cases: native.size, withResults }
}

/// Writes the programs below `path` that have no results into a folder, each with its checked values as results.
function writeChecked(path, to) {
  mkdirSync(to)
  let count = 0
  for (const file of findPrograms(path)) {
    for (const { number, text } of readCases(file)) {
      const isRefused = /\/\/.*expected-error/.test(text) || callsLeftOut.test(text)
      const program = isRefused ? null : withCheckedResults(text)
      if (program === null) continue
      writeFileSync(join(to, `${relative(path, file).replaceAll(/[/.]/g, '-')}-${number}.mlir`), program)
      ++count
    }
  }
  return count
}

const functions = [
  'abs', 'cbrt', 'ceil', 'cosine', 'exponential', 'exponential_minus_one', 'floor', 'log', 'log_plus_one', 'logistic',
  'negate', 'round_nearest_afz', 'round_nearest_even', 'rsqrt', 'sign', 'sine', 'sqrt', 'tan', 'tanh',
]

/// Every element-wise function of one element type over its whole range, reduced and multiplied,
/// with all values returned.
function sweep(type) {
  const tensor = `tensor<31x33x${type}>`
  const lines = [
    `%i = stablehlo.iota dim = 0 : ${tensor}`,
    `%j = stablehlo.iota dim = 1 : ${tensor}`,
    `%c = stablehlo.constant dense<0.37> : ${tensor}`,
    `%k = stablehlo.multiply %j, %c : ${tensor}`,
    `%d = stablehlo.constant dense<5.3> : ${tensor}`,
    `%m = stablehlo.subtract %k, %d : ${tensor}`,
    `%x = stablehlo.multiply %m, %i : ${tensor}`,
    ...functions.map((name, n) => `%r${n} = stablehlo.${name} %x : ${tensor}`),
    `%p = stablehlo.power %k, %m : ${tensor}`,
    `%a = stablehlo.atan2 %m, %x : ${tensor}`,
    `%q = stablehlo.remainder %x, %k : ${tensor}`,
    `%dot = stablehlo.dot_general %x, %k, contracting_dims = [1] x [1] : (${tensor}, ${tensor}) -> tensor<31x31x${type}>`,
    `%zero = stablehlo.constant dense<0.0> : tensor<${type}>`,
    `%sum = stablehlo.reduce(%k init: %zero) applies stablehlo.add across dimensions = [0, 1] : (${tensor}, tensor<${type}>) -> tensor<${type}>`,
  ]
  const values = [...functions.map((_, n) => `%r${n}`), '%p', '%a', '%q', '%dot', '%sum']
  const types = [...values.slice(0, -2).map(() => tensor), `tensor<31x31x${type}>`, `tensor<${type}>`].join(', ')
  return `func.func @main() -> (${types}) {\n  ${lines.join('\n  ')}\n  return ${values.join(', ')} : ${types}\n}\n`
}

const flavours = hasRelaxedSimd() ? ['baseline', 'relaxed'] : ['baseline']
for (const flavour of flavours) {
  test(`the programs of the tests give the native verdicts and bits, ${flavour}`, async () => {
    const { cases } = await compare(join(root, 'tests'), flavour)
    assert.ok(cases > 150, `${cases} cases`)
  })

  test(`values that the test programs check have the native bits, ${flavour}`, async () => {
    const programs = join(folder, `checked-${flavour}`)
    const count = writeChecked(join(root, 'tests', 'ops'), programs)
    assert.ok(count > 500, `${count} programs`)
    const { cases, withResults } = await compare(programs, flavour)
    assert.deepEqual([cases, withResults], [count, count])
  })

  test(`random programs give the native verdicts and bits, ${flavour}`, async () => {
    const programs = join(folder, `random-${flavour}`)
    mkdirSync(programs)
    const count = 300
    execFileSync(generator, ['0', `${count}`, programs])
    const { cases, withResults } = await compare(programs, flavour)
    assert.equal(cases, count)
    // Most programs give results; the others have operations that cannot run with their types.
    assert.ok(withResults > count * 0.8, `${withResults} give results`)
  })

  test(`random programs that move arrays give the native bits, ${flavour}`, async () => {
    const programs = join(folder, `moved-${flavour}`)
    mkdirSync(programs)
    const count = 150
    execFileSync(generator, ['--moved', '0', `${count}`, programs])
    const { cases, withResults } = await compare(programs, flavour)
    assert.deepEqual([cases, withResults], [count, count])
  })

  test(`functions, products and sums of every float type give the native bits, ${flavour}`, async () => {
    const types = ['f32', 'f64', 'bf16', 'f16', 'f8E4M3FN', 'f8E5M2']
    const sweeps = join(folder, `sweeps-${flavour}`)
    mkdirSync(sweeps)
    for (const type of types) writeFileSync(join(sweeps, `${type}.mlir`), sweep(type))
    assert.deepEqual(await compare(sweeps, flavour), { cases: types.length, withResults: types.length })
  })
}

test('the digits give the bytes of the command', async () => {
  const digits = join(root, 'examples', 'digits')
  const outputs = ['0', '1'].flatMap((index) => ['--output', `${index}=@${join(folder, index)}.npy`])
  const images = join(digits, 'images.npy')
  execFileSync(command, ['run', join(digits, 'digits.mlir'), '--numerics', 'portable', '--input', `0=@${images}`, ...outputs])
  const paddock = await load()
  const program = await paddock.parse(readFileSync(join(digits, 'digits.mlir'), 'utf8'))
  const { results } = await program.run({ inputs: [{ npy: readFileSync(images) }], numerics: 'portable' })
  for (const [index, tensor] of results.entries()) {
    assert.deepEqual(Buffer.from(await tensor.npy()), readFileSync(join(folder, `${index}.npy`)))
  }
  paddock.close()
})

const given = process.env.PADDOCK_CONFORMANCE
test('given vectors give the native verdicts and bits', { skip: !given && 'PADDOCK_CONFORMANCE names no folder' }, async () => {
  for (const place of given.split(':')) {
    const { cases } = await compare(place, 'baseline')
    assert.ok(cases > 0, place)
  }
})
