// The programs of bench/programs at their small sizes. Both levels give the same bits. Operation
// counts are pinned, so that a change that adds work is found without a clock.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countPrograms, readPins } from '../../bench/pins.mjs'
import { programs } from '../../bench/programs/index.mjs'
import { optionsOf, withSmallPrograms } from '../../bench/small-programs.mjs'
import { forEachOf } from '../../tools/lib/pool.mjs'
import { capture } from '../../tools/lib/run.mjs'
import { command, isNative } from './paddock.mjs'

test('the results of every program are unchanged', async () => {
  const counts = await withSmallPrograms((pathOf) => countPrograms(command, pathOf))
  const pins = readPins()
  assert.deepEqual(Object.keys(counts), Object.keys(pins), 'bench/pins.json has other programs: npm run bench -- pins')
  for (const [name, pinned] of Object.entries(pins)) {
    assert.deepEqual(comparable(counts[name]), comparable(pinned), `${name} does something else than it did. If that is meant: npm run bench -- pins, and say why in the commit`)
  }
})

const ofNative = ({ wasm_operations, ...counts }) => counts
/// WebAssembly reduces in steps of their own (kHasTileSinks), so only the arithmetic is pinned there.
const ofWasm = ({ operations, wasm_operations = operations }) => ({ operations: wasm_operations })
const comparable = isNative ? ofNative : ofWasm

test('both levels give the same bits for every program', { skip: !isNative && 'the native command says it' }, async () => {
  await withSmallPrograms((pathOf) =>
    forEachOf(programs, 2, async (program) => {
      const inputs = Array.from({ length: argumentCount(program) }, (_, i) => ['--input', `${i}=random:${i + 1}`]).flat()
      const results = []
      for (const level of ['fast', 'faithful']) {
        const words = ['run', pathOf(program), '--level', level, '--format', 'json', ...inputs, ...optionsOf(program)]
        const { code, stdout, output } = await capture(command[0], [...command.slice(1), ...words])
        assert.equal(code, 0, `${program.name} at level ${level}:\n${output}`)
        results.push(JSON.parse(stdout).results)
      }
      assert.ok(results[0].length > 0, program.name)
      assert.deepEqual(results[1], results[0], program.name)
    }),
  )
})

/// Number of arguments of the small program.
function argumentCount({ write, smoke }) {
  const [, parameters] = /func\.func @main\((.*?)\) ->/.exec(write(smoke))
  return parameters === '' ? 0 : parameters.split('%').length - 1
}

test('names are unique, and every program has both sizes', () => {
  assert.equal(new Set(programs.map(({ name }) => name)).size, programs.length)
  for (const { name, full, smoke } of programs) assert.deepEqual(Object.keys(smoke).sort(), Object.keys(full).sort(), name)
})
