// Executions of a line in a run that is repeated.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { load } from 'paddock-hlo'

/// A script in an address can import only from addresses.
const installed = { name: 'installed', setup: ({ onResolve }) => onResolve({ filter: /^paddock-hlo$/ }, () => ({ path: import.meta.resolve('paddock-hlo'), external: true })) }
const panels = fileURLToPath(new URL('../src/stage/panels/', import.meta.url))
const contents = "export { Rerun } from './rerun.js'; export { Replay } from './replay.js'"
const { outputFiles } = await build({ stdin: { contents, resolveDir: panels }, bundle: true, format: 'esm', write: false, plugins: [installed] })
const { Replay, Rerun } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`)

const text = `func.func @main() -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<9> : tensor<i32>
  %r = stablehlo.while(%i = %zero) : tensor<i32>
  cond {
    %goes = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %goes : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next : tensor<i32>
  }
  return %r : tensor<i32>
}`

test('the last sentence names the moment, however long its values take to be shown', async () => {
  const paddock = await load()
  const program = await paddock.parse(text)
  const said = []
  let milliseconds = 0
  const show = () => new Promise((resolve) => setTimeout(resolve, milliseconds))
  const replay = new Replay({ start: () => program.start(), show })
  const control = { actions: null, show() {}, reset: () => said.push(''), say: (sentence) => said.push(sentence) }
  new Rerun({ text }, replay, control)
  const line = { offset: text.indexOf('%next ='), process: 0 }
  for (milliseconds of [0, 500]) {
    control.actions.goTo(line, 4)
    for (const end = Date.now() + 5000; Date.now() < end && !said.at(-1).startsWith('All lines'); ) await show()
    await new Promise((resolve) => setTimeout(resolve, 2 * milliseconds))
    assert.equal(said.at(-1), 'All lines show their values after execution 4 of line 10. ')
  }
  assert.ok(said.includes('Going to execution 4 … '))
  replay.close()
  paddock.close()
})
