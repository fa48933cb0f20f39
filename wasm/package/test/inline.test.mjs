// The entry with the engine inside the JavaScript.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load } from 'paddock-hlo'
import { load as loadInline } from 'paddock-hlo/inline'

const program = 'func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {\n%y = stablehlo.exponential %x : tensor<64xf32>\nreturn %y : tensor<64xf32>\n}'

async function hashOf(paddock) {
  const { hash, status } = await (await paddock.parse(program)).run({ inputs: ['random:7'], numerics: 'portable' })
  assert.equal(status, 'finished')
  paddock.close()
  return hash
}

test('the engine inside the JavaScript gives the same bits, in this thread and in a Worker', async () => {
  const expected = await hashOf(await load())
  for (const worker of [false, true]) {
    const paddock = await loadInline({ worker })
    assert.equal(paddock.place, worker ? 'worker' : 'thread')
    assert.equal(await hashOf(paddock), expected)
  }
})
