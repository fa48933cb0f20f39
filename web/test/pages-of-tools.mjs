// Opens the pages of examples/pages, as other tools make them.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import webpack from 'webpack'
import { visit } from './origins.mjs'
import { types } from './site.mjs'

const web = fileURLToPath(new URL('..', import.meta.url))
const published = /https:\/\/cdn\.jsdelivr\.net\/npm\/paddock-hlo@[\d.]+/

export const pathOf = (name) => fileURLToPath(new URL(`../../examples/pages/${name}`, import.meta.url))
/// The package's host of the tests stands for the one of the examples.
export const hostOf = (text, { host }) => text.replace(published, host)
export const pageWith = (body) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Page of a tool</title><link rel="icon" href="data:,"><body>${body}</body></html>`

/// Adds the files of a folder to the site, under `/NAME/`.
export function putFolder({ put }, name, folder) {
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue
    const path = join(file.parentPath, file.name)
    put(`/${name}/${path.slice(folder.length + 1)}`, readFileSync(path), { 'content-type': types[extname(path)] ?? 'application/octet-stream' })
  }
}

/// Bundles a module with webpack, and opens a page with it. `modules`: a further folder of packages.
export async function openBundled(origins, name, code, { body = '', modules = [] } = {}) {
  const folder = mkdtempSync(join(web, '.pages-'))
  try {
    writeFileSync(join(folder, 'page.js'), code)
    const built = join(folder, 'built')
    const options = { mode: 'development', devtool: false, entry: join(folder, 'page.js'), target: ['web', 'es2022'], output: { path: built, publicPath: `/${name}/`, filename: 'main.js', module: true }, experiments: { outputModule: true }, resolve: { modules: ['node_modules', ...modules] } }
    const stats = await new Promise((resolve, reject) => webpack(options, (error, stats) => (error ? reject(error) : resolve(stats))))
    assert.deepEqual(stats.toJson().errors, [])
    putFolder(origins, name, built)
  } finally {
    rmSync(folder, { recursive: true })
  }
  origins.put(`/${name}/`, pageWith(`${body}<script type="module" src="main.js"></script>`))
  return visit(origins, `${origins.site}/${name}/`)
}

/// The example has run, and a reader's edit runs too.
export async function checkSquares({ page, problems }) {
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
