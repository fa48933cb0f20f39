// Each recipe of the op table, which a diagnostic shows if StableHLO lacks an operation, parses,
// runs, and gives the values in its comments. Names that users type lead to one.
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseTable } from '../../core/dialect/parse.mjs'
import { paddock, root, useFolder } from './paddock.mjs'

const { file } = useFolder()
const folder = join(root, 'core/dialect')
const { recipes } = parseTable(readdirSync(folder).filter((name) => name.endsWith('.def')).map((name) => join(folder, name)))

/// Returns its lines, including those that give arguments and expected results.
function textOf({ lines, test: comments }) {
  const text = []
  for (let at = 0; at <= lines.length; ++at) {
    text.push(...comments.filter(({ after }) => after === at).map(({ text }) => text), ...lines.slice(at, at + 1))
  }
  return `${text.join('\n')}\n`
}

test('every recipe runs and gives its documented results', () => {
  const written = recipes.filter(({ lines }) => lines.length > 0)
  assert.ok(written.length > 50)
  for (const recipe of written) {
    const path = file(`${recipe.names[0]}.mlir`, textOf(recipe))
    const { code, out } = paddock(['test', path, '--level', 'both'])
    assert.equal(code, 0, `${out}\n${textOf(recipe)}`)
    assert.match(out, /1 passed/)
    const run = paddock(['run', path])
    assert.equal(run.code, 0, run.error)
  }
})

test('a note below the error has the recipe', () => {
  const { code, error } = paddock(['check', '-'], 'func.func @main(%x: tensor<2x3xf32>) -> tensor<2xf32> {\n  %0 = stablehlo.sum %x : tensor<2x3xf32>\n  return %0 : tensor<2xf32>\n}\n')
  assert.equal(code, 1)
  assert.match(error, /unknown operation 'stablehlo\.sum'/)
  assert.match(error, /note: sum is written with other operations:\n {2}%zero = stablehlo\.constant dense<0\.0> : tensor<f32>\n {2}%r = stablehlo\.reduce\(/)
})
