// Pages with the element that MDX and Docusaurus build: `npm run test:hosts`.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { useOrigins, visit } from '../origins.mjs'
import { checkSquares, hostOf, openBundled, pathOf, putFolder } from '../pages-of-tools.mjs'
import { folderOf, load, modulesOf } from './packages.mjs'

const origins = useOrigins()
const folder = mkdtempSync(join(folderOf('pages'), 'site-'))
after(() => rmSync(folder, { recursive: true }))

test('a page of MDX in React', async () => {
  const { compile } = await load('pages', '@mdx-js/mdx')
  const code = String(await compile(readFileSync(pathOf('squares.mdx'), 'utf8')))
  const module = `${code}\nimport { createRoot } from 'react-dom/client'\nimport { createElement } from 'react'\ncreateRoot(document.getElementById('root')).render(createElement(MDXContent))\n`
  const visited = await openBundled(origins(), 'mdx', module, { body: '<main id="root"></main>', modules: [modulesOf('pages')] })
  await checkSquares(visited)
  await visited.page.context().close()
})

test('a site of Docusaurus, as its server renders it and in React', async () => {
  cpSync(pathOf('docusaurus'), folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const config = join(folder, 'docusaurus.config.js')
  writeFileSync(config, hostOf(readFileSync(config, 'utf8'), origins()).replace("baseUrl: '/'", "baseUrl: '/docusaurus/'"))
  const command = join(modulesOf('pages'), '@docusaurus/core/bin/docusaurus.mjs')
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, 'build', folder], { encoding: 'utf8', cwd: folder, env: { ...process.env, NODE_ENV: 'production' } })
  assert.equal(status, 0, stdout + stderr)
  const html = readFileSync(join(folder, 'build/index.html'), 'utf8')
  assert.match(html, /<paddock-example run="visible" label="Squares"><pre>%x = stablehlo\.iota dim = 0 : tensor&lt;4x6xf32&gt;/)
  putFolder(origins(), 'docusaurus', join(folder, 'build'))
  origins().put('/docusaurus/', html)
  const visited = await visit(origins(), `${origins().site}/docusaurus/`)
  await checkSquares(visited)
  await visited.page.context().close()
})
