// The TextMate grammar, with the library that VS Code uses.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import oniguruma from 'vscode-oniguruma'
import textmate from 'vscode-textmate'
import { root } from './client.mjs'

const require = createRequire(import.meta.url)
const onigLib = oniguruma.loadWASM(readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')).buffer).then(() => ({
  createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
  createOnigString: (text) => new oniguruma.OnigString(text),
}))
const path = join(root, 'editors/vscode/syntaxes/mlir.tmLanguage.json')
const registry = new textmate.Registry({ onigLib, loadGrammar: async () => textmate.parseRawGrammar(readFileSync(path, 'utf8'), path) })

/// Returns the innermost scope of each word in a line, without the language's name.
async function scopes(line) {
  const grammar = await registry.loadGrammar('source.mlir')
  return Object.fromEntries(grammar.tokenizeLine(line, null).tokens.map(({ startIndex, endIndex, scopes: names }) => [line.slice(startIndex, endIndex), names.at(-1).replace(/\.mlir$/, '')]))
}

test('operations, values, types, attributes and comments have scopes', async () => {
  const found = await scopes('  %y:2 = stablehlo.compare EQ, %x#1, @f, low = [1, -2.5e3] : tensor<4x?xf32> // note "a"')
  assert.equal(found['%y'], 'variable.other')
  assert.equal(found['stablehlo.compare'], 'keyword.other.operation')
  assert.equal(found.EQ, 'constant.other')
  assert.equal(found['%x#1'], 'variable.other')
  assert.equal(found['@f'], 'entity.name.function')
  assert.equal(found.low, 'variable.other.property')
  assert.equal(found['-2.5e3'], 'constant.numeric')
  assert.equal(found['tensor<'], 'storage.type')
  assert.equal(found['// note "a"'], 'comment.line.double-slash')
})

test('names in quotes are operations only before their operands', async () => {
  const found = await scopes('"stablehlo.add"(%a) {name = "stablehlo.add", loc = "a\\22b"}')
  assert.equal(found['"stablehlo.add"'], 'keyword.other.operation')
  assert.equal(found['\\22'], 'constant.character.escape')
})

test('an open string ends with its line', async () => {
  const grammar = await registry.loadGrammar('source.mlir')
  const { ruleStack } = grammar.tokenizeLine('%x = "open', null)
  assert.deepEqual(grammar.tokenizeLine('%y', ruleStack).tokens.at(-1).scopes, ['source.mlir', 'variable.other.mlir'])
})
