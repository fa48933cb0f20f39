// Where a number came from: the package gives the chains of the command.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { hasRelaxedSimd, load, ProgramError } from 'paddock-hlo'
import { findPrograms } from './cases.mjs'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const command = join(root, 'build', 'native', 'bin', 'paddock')

before(() => assert.ok(existsSync(command), 'the native command is what this compares with: npm run build:native'))

const native = (path, words) => execFileSync(command, ['why', path, ...words, '--numerics', 'portable'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

const entropy = `func.func @main(%x: tensor<4xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %log = stablehlo.log %x : tensor<4xf32>
  %part = stablehlo.multiply %x, %log : tensor<4xf32>
  %all = stablehlo.reduce(%part init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %all : tensor<f32>
}
`
/// A loop of `turns` iterations.
const loop = (turns) => `func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<${turns}> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<f32>
  cond {
    %c = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %l = stablehlo.sine %a : tensor<f32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %l : tensor<i32>, tensor<f32>
  }
  return %r#1 : tensor<f32>
}
`

/// The last value that the entry computes, at its middle cell; null if it has no cell.
async function someCell(program) {
  const { entry } = program
  if (program.hasErrors || entry === null) return null
  const operations = (await program.operations(entry.from, entry.to)).filter(({ depth, results }) => depth === 0 && results.length > 0)
  const place = operations.at(-1)?.results[0]
  const shape = /^tensor<((?:\d+x)*)[^x?]/.exec(place?.type ?? '')?.[1].split('x').slice(0, -1).map(Number)
  return shape === undefined || shape.includes(0) ? null : `${place.name}[${shape.map((size) => size >> 1).join(', ')}]`.replace('[]', '')
}

async function compareAll(paddock, files, ask, words) {
  let count = 0
  for (const file of files) {
    const program = await paddock.parse(readFileSync(file, 'utf8'), { name: file })
    const cell = await someCell(program)
    if (cell === null) continue
    const inputs = program.hasCommentedInputs ? [] : program.entry.arguments.map(() => 'random:1')
    const options = { inputs, numerics: 'portable', ...ask }
    let expected
    try {
      expected = native(file, [cell, ...words, '--format', 'json'])
    } catch {
      await assert.rejects(program.why(cell, options), `${file} ${cell}`)
      continue
    }
    const chain = await program.why(cell, options)
    assert.deepEqual(JSON.parse(JSON.stringify(chain)), JSON.parse(expected), `${file} ${cell}`)
    ++count
  }
  return count
}

for (const flavour of ['baseline', ...(hasRelaxedSimd() ? ['relaxed'] : [])]) {
  test(`the chains of the example of each operation are the command's, ${flavour}`, async () => {
    const paddock = await load({ flavour })
    const files = findPrograms(join(root, 'examples', 'ops')).filter((_, i) => flavour === 'baseline' || i % 8 === 0)
    const count = await compareAll(paddock, files, {}, [])
    assert.ok(count > (flavour === 'baseline' ? 80 : 10), `${count} programs`)
    assert.ok((await compareAll(paddock, files.slice(0, 40), { all: true, terms: 2, cells: 10 }, ['--all', '--terms', '2', '--cells', '10'])) > 2)
    paddock.close()
  })
}

test('a NaN, an infinity and what depends on a cell are those of the command, as text too', async () => {
  const paddock = await load({ worker: true })
  const inputs = ['[1, 2, 0, -0.3]']
  const program = await paddock.parse(entropy)
  const first = await program.why({ nan: true, inputs, numerics: 'portable' })
  assert.deepEqual([first.cells[0].name, first.cells[0].rule, first.cells[0].line], ['%log[3]', 'log of a negative number', 3])
  assert.equal(program.text.slice(program.text.indexOf('%log'), first.rangeOf(first.cells[0]).to).trim(), '%log = stablehlo.log %x : tensor<4xf32>')
  const infinity = await program.why({ inf: true, inputs })
  assert.deepEqual([infinity.cells[0].name, infinity.cells[0].rule], ['%log[2]', 'log of zero'])
  const named = await program.why('%part', { nan: true, inputs })
  assert.equal(named.cells[0].name, '%part[2]')
  const forward = await program.why('%x[1]', { forward: true, inputs })
  assert.deepEqual(forward.cells.map(({ name }) => name), ['%x[1]', '%log[1]', '%part[1]', '%all'])
  assert.match(String(forward), /^#1 %x\[1\] = 2\.0\n/)
  assert.equal(await program.why({ nan: true, inputs: ['[1, 2, 3, 4]'] }), null)
  paddock.close()
})

test('one run answers several questions', async () => {
  const paddock = await load()
  const run = await (await paddock.parse(entropy)).startWhy({ inputs: ['[1, 2, 3, 4]'] })
  const answers = await Promise.all(['%all', '%part[3]', '%x[0]'].map((cell) => run.why(cell, { depth: 1 })))
  assert.deepEqual(answers.map(({ cells: [{ name, formula }] }) => [name, formula.split(' ')[0]]), [['%all', '0.0'], ['%part[3]', '4.0'], ['%x[0]', '']])
  run.close()
  await assert.rejects(run.why('%all'), /this object has been closed/)
  paddock.close()
})

test('cells that are not there are refused with the sentence of the command', async () => {
  const paddock = await load()
  const program = await paddock.parse(entropy)
  const inputs = ['[1, 2, 3, 4]']
  for (const [cell, message] of [['%y', "no value is called '%y'"], ['%x[4]', '%x[4] does not exist: %x is 4'], ['%x[a]', "'%x[a]' is no cell such as '%17[3, 5]'"]]) {
    await assert.rejects(program.why(cell, { inputs }), new RangeError(message))
  }
  await assert.rejects(program.why('%x', { nan: true, inputs }), new RangeError('%x has no NaN in this run'))
  await assert.rejects(program.why('%x[0]', { inputs, process: 3 }), new RangeError('there is no such process: the grid is 1 x 1'))
  await assert.rejects(program.why({ inputs }), TypeError)
  await assert.rejects(program.why('%x[0]', { inputs: ['[1, 2]'] }), ProgramError)
  paddock.close()
})

test('a question reports its progress and is stopped', async () => {
  for (const worker of [false, true]) {
    const paddock = await load({ worker })
    const program = await paddock.parse(loop(2_000_000))
    const abort = new AbortController()
    let most = 0
    const asking = program.why('%r#1', {
      inputs: ['1.0'],
      signal: abort.signal,
      onProgress: ({ steps }) => {
        most = Math.max(most, steps)
        abort.abort(new Error('enough'))
      },
    })
    await assert.rejects(asking, /^Error: enough$/)
    assert.ok(most > 0)
    // The engine goes on.
    assert.equal((await (await paddock.parse(entropy)).why('%x[0]', { inputs: ['[1, 2, 3, 4]'] })).cells.length, 1)
    paddock.close()
  }
})

test('a module of another version is refused', async () => {
  const other = readFileSync(new URL('../dist/paddock-factor.wasm', import.meta.url))
  const paddock = await load({ parts: { why: other } })
  await assert.rejects((await paddock.parse(entropy)).why('%x[0]', { inputs: ['[1, 2, 3, 4]'] }), /this is not the paddock-why\.wasm of this version/)
  paddock.close()
})
