// paddock-hlo/codemirror, used as in docs/codemirror.md and bundled with esbuild.
import { EditorState } from '@codemirror/state'
import { getIndentation } from '@codemirror/language'
import { build } from 'esbuild'
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { stablehlo } from 'paddock-hlo/codemirror'
import { useOrigins, visit } from './origins.mjs'

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const origins = useOrigins(async ({ put }) => {
  const contents = /```js\n([\s\S]*?)```/.exec(read('docs/codemirror.md'))[1]
  const resolveDir = dirname(fileURLToPath(import.meta.url))
  const { outputFiles } = await build({ stdin: { contents, resolveDir }, bundle: true, format: 'esm', write: false, logLevel: 'error' })
  put('/editor.js', outputFiles[0].text, { 'content-type': 'text/javascript' })
  put('/editor', '<!doctype html><html lang="en"><title>Editor</title><link rel="icon" href="data:,"><body><script type="module" src="/editor.js"></script></body></html>')
})

const line = (page, text) => page.locator('.cm-line').filter({ hasText: text })

async function lookAway(page) {
  await page.mouse.move(700, 700)
  await page.locator('.cm-tooltip-hover').waitFor({ state: 'detached' })
}

test('the example of the docs highlights, checks, mends, completes, explains and finds', async () => {
  const { page, problems } = await visit(origins(), `${origins().site}/editor`)
  await page.waitForFunction(() => document.title === 'main can run')
  const colours = await line(page, '%sum = stablehlo').locator('span').evaluateAll((words) => new Set(words.map((word) => getComputedStyle(word).color)).size)
  assert.ok(colours >= 2, `${colours} colours`)
  await line(page, '%sum = stablehlo').getByText('stablehlo.add').hover()
  await page.locator('.cm-tooltip-hover').getByText(/[Aa]dd/).first().waitFor()

  await lookAway(page)
  await line(page, 'return').click()
  await page.keyboard.press('Home')
  await page.keyboard.insertText('%half = stablehlo.neg')
  await page.keyboard.press('Control+Space')
  await page.locator('.cm-tooltip-autocomplete').getByText('stablehlo.negate').click()
  await page.keyboard.insertText(' %su')
  await page.keyboard.press('Control+Space')
  await page.locator('.cm-tooltip-autocomplete').getByText('%sum').first().click()
  await page.keyboard.insertText(' : tensor<5xf32>')
  await page.keyboard.press('Enter')
  await line(page, /^  return/).waitFor()
  await page.waitForFunction(() => document.title === 'Errors')
  await lookAway(page)
  await page.locator('.cm-lintRange-error').first().hover()
  await page.locator('.cm-diagnostic').first().getByText(/tensor<5xf32>|5/).first().waitFor()
  await page.locator('.cm-diagnosticAction').first().click()
  await page.waitForFunction(() => document.title === 'main can run')

  await lookAway(page)
  await line(page, 'return').click()
  await page.keyboard.press('Home')
  for (let i = 0; i < 'return %s'.length; ++i) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('F12')
  await page.waitForFunction(() => getSelection().toString() === '%sum' && getSelection().anchorNode.parentElement.closest('.cm-line').textContent.includes('%sum = '))
  assert.deepEqual(problems, [])
  await page.context().close()
})

test('every example keeps its indentation', () => {
  const files = readdirSync(new URL('../../examples/', import.meta.url)).filter((name) => name.endsWith('.mlir'))
  assert.ok(files.length > 8)
  for (const file of files) {
    const text = read(`examples/${file}`)
    const state = EditorState.create({ doc: text, extensions: [stablehlo()] })
    for (let i = 1; i <= state.doc.lines; ++i) {
      const { from, text: one } = state.doc.line(i)
      // A continuation line keeps its indentation.
      if (!/^\s*(?:%[\w$.:#, %-]+=|"?[a-z_]+\.[\w.]+|return\b|func\b|module\b|[}\])])/.test(one)) continue
      assert.equal(getIndentation(state, from), /^ */.exec(one)[0].length, `${file}:${i}: ${one}`)
    }
  }
})
