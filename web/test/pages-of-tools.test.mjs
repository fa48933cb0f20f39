// The pages for other tools in examples/pages, opened in a browser: the cells of Observable in its runtime, and the output of the
// notebook's cells. `npm run test:hosts` builds the pages of MDX and Docusaurus.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { useOrigins, visit } from './origins.mjs'
import { checkSquares, hostOf, openBundled, pageWith, pathOf } from './pages-of-tools.mjs'

const origins = useOrigins()

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
  const page = hostOf(moduleOfCells(readFileSync(pathOf('observable.md'), 'utf8')), origins())
  const visited = await openBundled(origins(), 'observable', page)
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
  put('/notebook', pageWith(hostOf(execFileSync('python3', ['-c', python], { encoding: 'utf8' }), origins())))
  const visited = await visit(origins(), `${site}/notebook`)
  await checkSquares(visited)
  await visited.page.context().close()
})
