// Conversion between the engine's byte offsets and JavaScript's code units.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load } from '../dist/index.js'
import { findWide, Offsets } from '../dist/data/offsets.js'

const utf8 = (text) => new TextEncoder().encode(text).length

for (const text of ['', 'plain text', 'é', '→ x → y', '😀%x😀', 'a😀é→b', '\ud83d alone', 'µ'.repeat(1000) + 'x']) {
  test(`every place of ${JSON.stringify(text.slice(0, 12))} is found in bytes and back`, () => {
    const offsets = new Offsets(text, findWide(text))
    let byte = 0
    for (let unit = 0; unit < text.length; ) {
      const character = String.fromCodePoint(text.codePointAt(unit))
      assert.equal(offsets.byte(unit), byte)
      assert.equal(offsets.unit(byte), unit)
      // An offset within a character means its end.
      for (let inside = 1; inside < utf8(character); ++inside) assert.equal(offsets.unit(byte + inside), unit + character.length)
      unit += character.length
      byte += utf8(character)
    }
    assert.equal(offsets.byte(text.length), byte)
    assert.equal(offsets.unit(byte), text.length)
    assert.equal(offsets.byte(text.length + 5), byte)
    assert.equal(offsets.unit(byte + 5), text.length)
  })
}

test('a program with the same arguments is read and run in one request', async () => {
  const paddock = await load()
  const text = (operation) => `// → 😀\nfunc.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {\n  %y = stablehlo.${operation} %x : tensor<3xf32>\n  return %y : tensor<3xf32>\n}\n`
  const like = await paddock.parse(text('abs'))
  const options = { inputs: ['[-1.0, 2.0, -3.0]'], level: 'faithful', keepValues: true, previewBins: 8 }
  const edited = text('negate')
  const line = { from: edited.indexOf('  %y'), to: edited.indexOf('\n  return') }
  const look = { from: 0, to: edited.length, cursor: { offset: line.from + 4, line } }
  const { program, result } = await paddock.parseAndRun(edited, like, { ...options, look, operationsIn: line })
  const run = await result
  assert.deepEqual([...(await run.results[0].values())], [1, -2, 3])
  const [operation] = await program.operations(line.from, line.to)
  assert.equal(edited.slice(operation.results[0].from, operation.results[0].to), '%y')
  const looked = await run.values.tensor(operation.operands[0].from, 0, 0, 8)
  assert.deepEqual([...(await looked.values())], [-1, 2, -3])
  // A repeated request returns another tensor.
  assert.notEqual(await run.values.tensor(operation.operands[0].from, 0, 0, 8), looked)
  assert.deepEqual((await run.values.summaries(0, edited.length)).map(({ name }) => name), (await run.values.summaries(0, edited.length - 1)).map(({ name }) => name))

  // Without a cursor only summaries are returned.
  const alone = await like.run({ ...options, look: { from: 0, to: 9, cursor: undefined } })
  assert.deepEqual(await alone.values.summaries(0, 9), [])

  // A program that has errors, or takes other arguments, is read but not run.
  assert.equal((await paddock.parseAndRun(text('no_such'), like, options)).result, null)
  const other = await paddock.parseAndRun(text('abs').replaceAll('3xf32', '2xf32'), like, options)
  assert.equal(other.result, null)
  assert.equal(other.program.hasErrors, false)
  assert.deepEqual([...(await (await other.program.run({ inputs: ['[-4.0, 5.0]'] })).results[0].values())], [4, 5])
  paddock.close()
})
