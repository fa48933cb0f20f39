// Tuples and scalars as inputs, results and values.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { indexOf, leavesOf, load, namesOf } from 'paddock-hlo'

const paddock = await load()
after(() => paddock.close())

const text = `func.func @main(%x: tuple<tensor<f32>, tuple<tensor<2xi32>, tensor<i1>>>, %s: f32, %b: i1, %i: index) -> (tuple<tensor<f32>, tuple<tensor<2xi32>, tensor<i1>>>, f32, i1, index) {
  %e = stablehlo.get_tuple_element %x[1] : (tuple<tensor<f32>, tuple<tensor<2xi32>, tensor<i1>>>) -> tuple<tensor<2xi32>, tensor<i1>>
  return %x, %s, %b, %i : tuple<tensor<f32>, tuple<tensor<2xi32>, tensor<i1>>>, f32, i1, index
}`
const program = await paddock.parse(text)
const rest = [1.5, true, '7']

async function elementsOf(results) {
  return Promise.all(results.map(async (result) => [result.type, ...(await result.data())]))
}
const expected = (a, b, c) => [['tensor<f32>', a], ['tensor<2xi32>', ...b], ['tensor<i1>', c], ['f32', 1.5], ['i1', 1], ['index', 7n]]

test('functions describe their tuples', () => {
  const [x, s] = program.entry.arguments
  assert.deepEqual(x.elements.map(({ name, type }) => [name, type]), [['x.0', 'tensor<f32>'], ['x.1', 'tuple<tensor<2xi32>, tensor<i1>>']])
  assert.deepEqual([s.elements, s.elementType, s.shape], [null, 'f32', []])
  assert.deepEqual(leavesOf(program.entry.arguments).map(({ name, path, part }) => [name, path, part]), [
    ['x.0', '0.0', 0], ['x.1.0', '0.1.0', 1], ['x.1.1', '0.1.1', 2], ['s', '1', 0], ['b', '2', 0], ['i', '3', 0],
  ])
})

for (const mode of ['cooperative', 'workers']) {
  test(`tuples are given as lists, texts and by the names of their elements, ${mode}`, async () => {
    const { results: [tensor] } = await (await paddock.parse('func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> { return %x : tensor<2xi32> }')).run({ inputs: [[5, 6]] })
    const ways = [
      [[0.5, [[5, 6], true]], ...rest],
      ['(0.5, ([5, 6], true))', ...rest],
      [[new Float32Array([0.5]), [tensor, 'ones']], ...rest],
      { x: [0.5, '([5, 6], true)'], s: 1.5, b: true, i: 7 },
      { 'x.0': 0.5, 'x.1.0': tensor, 'x.1.1': true, s: 1.5, b: true, i: 7n },
    ]
    for (const inputs of ways) {
      const { status, results, diagnostics } = await program.run({ inputs, mode, grid: { replicas: 1, partitions: 1 } })
      assert.equal(status, 'finished', JSON.stringify(diagnostics))
      assert.deepEqual(await elementsOf(results), expected(0.5, [5, 6], 1))
    }
    const grid = { replicas: 2, partitions: 1 }
    const own = [{ replica: 1, partition: 0, inputs: { 'x.1': [[8, 9], false] } }]
    const { processes } = await program.run({ inputs: ways[0], processInputs: own, grid, mode })
    assert.deepEqual(await Promise.all(processes.map(elementsOf)), [expected(0.5, [5, 6], 1), expected(0.5, [8, 9], 0)])
  })
}

test('an archive has an array for each leaf', async () => {
  const { results } = await program.run({ inputs: [[0.5, [[5, 6], true]], ...rest] })
  const named = Object.fromEntries(['x.0', 'x.1.0', 'x.1.1'].map((name, i) => [name, results[i]]))
  const npy = new Uint8Array(await new Response(await paddock.writeFile('npz', named)).arrayBuffer())
  const again = await program.run({ inputs: [{ npy }, ...rest] })
  assert.deepEqual(await elementsOf(again.results), expected(0.5, [5, 6], 1), JSON.stringify(again.diagnostics))
})

test('the values of a run and of a session have the leaves of tuples', async () => {
  const inputs = [[0.5, [[5, 6], true]], ...rest]
  const { values } = await program.run({ inputs, level: 'faithful', keepValues: true })
  const shown = (summaries) => summaries.map(({ name, type, elements }) => [name, type, elements])
  const wanted = [['%x.0', 'tensor<f32>', 0.5], ['%x.1.0', 'tensor<2xi32>', [5, 6]], ['%x.1.1', 'tensor<i1>', true], ['%s', 'f32', 1.5], ['%b', 'i1', true], ['%i', 'index', '7'], ['%e.0', 'tensor<2xi32>', [5, 6]], ['%e.1', 'tensor<i1>', true]]
  assert.deepEqual(shown(await values.summaries()), wanted)
  const [operation] = await program.operations(text.indexOf('%e ='), text.indexOf('%e =') + 1)
  const { operands, results } = namesOf(operation)
  assert.deepEqual([operands.map(({ name }) => name), results.map(({ name }) => name)], [['%x.0', '%x.1.0', '%x.1.1'], ['%e.0', '%e.1']])
  assert.equal(namesOf(operation).results[0], results[0])
  const [first, second] = await Promise.all(results.map((place) => values.tensor(place.from, 0, indexOf(place), 0, place.part)))
  assert.deepEqual([...(await first.data()), ...(await second.data())], [5, 6, 1])
  const session = await program.start({ inputs })
  await session.run()
  assert.deepEqual(shown(await session.values.summaries()), wanted)
  assert.deepEqual(await elementsOf((await session.results()).results), expected(0.5, [5, 6], 1))
})

test('an invalid value of a tuple is refused by name', async () => {
  const run = (x) => program.run({ inputs: [x, ...rest] })
  await assert.rejects(run([1, 2, 3]), /argument x: 3 values for tuple</)
  await assert.rejects(run([1, [[new Float32Array(1), 2], true]]), /only a tuple takes a list of values/)
  await assert.rejects(program.run({ inputs: { 'x.2': 1 } }), /there is no argument 'x\.2'/)
  const missing = await run([1, [null, true]])
  assert.match(missing.diagnostics[0].message, /argument 0 \(%x\.1\.0: tensor<2xi32>\) of @main has no input/)
})
