// Names and source positions that `loc(...)` gives to values.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { load } from 'paddock-hlo'

const paddock = await load()
after(() => paddock.close())

const text = `func.func @main(%arg0: tensor<2xf32> loc("params['w']"), %arg1: tensor<2xf32>) -> (tensor<2xf32> {jax.result_info = "result['y']"}) {
  %0 = stablehlo.add %arg0, %arg1 : tensor<2xf32> loc(#loc1)
  return %0 : tensor<2xf32>
}
#loc1 = loc("jit(f)/layer/add"("layer.py":3:4))
`

test('arguments, names and values have their locations', async () => {
  const program = await paddock.parse(text)
  const [w, x] = program.entry.arguments
  assert.deepEqual([w.location, x.location, program.entry.results[0].name], [`"params['w']"`, '', "result['y']"])
  const named = await program.nameAt(text.indexOf('%0 =') + 1)
  assert.equal(named.location, '"jit(f)/layer/add"("layer.py":3:4)')
  const { values } = await program.run({ inputs: ['[1, 2]', '[3, 4]'], level: 'faithful', keepValues: true })
  assert.deepEqual((await values.summaries()).map(({ name, location }) => [name, location]), [
    ['%arg0', `"params['w']"`], ['%arg1', ''], ['%0', '"jit(f)/layer/add"("layer.py":3:4)'],
  ])
})
