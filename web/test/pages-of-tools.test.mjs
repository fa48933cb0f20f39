// The pages for other tools in examples/pages, opened in a browser: the cells of Observable in its runtime, and the output of the
// notebook's cells.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import webpack from 'webpack'
import { useOrigins, visit } from './origins.mjs'
import { types } from './site.mjs'

const origins = useOrigins()
const web = fileURLToPath(new URL('..', import.meta.url))
const pathOf = (name) => fileURLToPath(new URL(`../../examples/pages/${name}`, import.meta.url))
const published = /https:\/\/cdn\.jsdelivr\.net\/npm\/paddock-hlo@[\d.]+/

/// Bundles a module with webpack, and opens a page with it. The package's host stands for the one of the examples.
async function openBundled(name, code) {
  const { put, site } = origins()
  const folder = mkdtempSync(join(web, '.pages-'))
  try {
    writeFileSync(join(folder, 'page.js'), code)
    const stats = await new Promise((resolve, reject) => webpack({ mode: 'development', devtool: false, entry: join(folder, 'page.js'), target: ['web', 'es2022'], output: { path: join(folder, 'built'), publicPath: `/${name}/`, filename: 'main.js', module: true }, experiments: { outputModule: true } }, (error, stats) => (error ? reject(error) : resolve(stats))))
    assert.deepEqual(stats.toJson().errors, [])
    for (const file of readdirSync(join(folder, 'built'))) put(`/${name}/${file}`, readFileSync(join(folder, 'built', file)), { 'content-type': types[extname(file)] })
  } finally {
    rmSync(folder, { recursive: true })
  }
  put(`/${name}/`, pageWith(`<script type="module" src="main.js"></script>`))
  return visit(origins(), `${site}/${name}/`)
}

const pageWith = (body) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Page of a tool</title><link rel="icon" href="data:,"><body>${body}</body></html>`
const hostOf = (text) => text.replace(published, origins().host)

/// The example has run, and a reader's edit runs too.
async function checkSquares({ page, problems }) {
  await page.getByRole('img', { name: '4 by 6 elements from 0 to 9' }).waitFor()
  const program = page.getByRole('textbox', { name: 'StableHLO program' })
  assert.match(await program.textContent(), /stablehlo\.iota dim = 0 : tensor<4x6xf32>/)
  await program.click()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText('%x = stablehlo.iota dim = 0 : tensor<4x6xf32>\n%y = stablehlo.add %x, %x : tensor<4x6xf32>\n')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('img', { name: '4 by 6 elements from 0 to 6' }).waitFor()
  assert.deepEqual(problems, [])
}

/// Returns the module of a page of Observable Framework: each block is a cell, which defines the constant that it declares and
/// reads those of others.
function moduleOfCells(markdown) {
  const blocks = [...markdown.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code)
  const nameOf = (code) => /^const (\w+) =/.exec(code)?.[1]
  const names = blocks.map(nameOf).filter(Boolean)
  const imports = blocks.filter((code) => code.startsWith('import'))
  const cells = blocks.filter((code) => !code.startsWith('import')).map((code) => {
    const own = nameOf(code)
    const read = names.filter((name) => name !== own && new RegExp(`\\b${name}\\b(?!:)`).test(code.replace(/\.result\b/g, '')))
    return `main.variable({}).define(${JSON.stringify(own ?? null)}, ${JSON.stringify(read)}, (${read}) => {\n${code}\nreturn ${own}\n})`
  })
  return `${imports.join('')}import { Runtime } from '@observablehq/runtime'
import { Library } from '@observablehq/stdlib'
import { html } from 'htl'
const { Generators } = new Library()
const display = (value) => (document.body.append(value instanceof Node ? value : html\`<output>\${value === null ? 'none' : [...value].join(' ')}</output>\`), value)
const main = new Runtime().module()
${cells.join('\n').replaceAll('return undefined', '')}`
}

test('the cells of Observable, which hear of each result', async () => {
  const page = hostOf(moduleOfCells(readFileSync(pathOf('observable.md'), 'utf8')))
  const visited = await openBundled('observable', page)
  const rows = (square) => [0, 1, 2, 3].flatMap((row) => Array(6).fill(square(row))).join(' ')
  await visited.page.getByText(rows((row) => row * row), { exact: true }).waitFor()
  await checkSquares(visited)
  await visited.page.getByText(rows((row) => 2 * row), { exact: true }).waitFor()
  await visited.page.context().close()
})

test('the output of the notebook', async () => {
  const code = JSON.parse(readFileSync(pathOf('squares.ipynb'), 'utf8')).cells.filter(({ cell_type }) => cell_type === 'code').map(({ source }) => source.join(''))
  // Stands for IPython, whose HTML holds text that the notebook inserts into its page.
  const python = `import sys, types
shown = []
module = types.ModuleType("IPython.display")
module.HTML = str
module.display = shown.append
sys.modules["IPython"] = types.ModuleType("IPython")
sys.modules["IPython.display"] = module
exec(${JSON.stringify(code[0])})
shown.append(eval(${JSON.stringify(code[1].trim())}))
print("\\n".join(shown))`
  const { put, site } = origins()
  put('/notebook', pageWith(hostOf(execFileSync('python3', ['-c', python], { encoding: 'utf8' }))))
  const visited = await visit(origins(), `${site}/notebook`)
  await checkSquares(visited)
  await visited.page.context().close()
})
