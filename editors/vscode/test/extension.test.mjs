// The packed extension, as VS Code would unpack it.
import assert from 'node:assert/strict'
import { unzipSync } from 'fflate'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { Client, root } from './client.mjs'

const packed = unzipSync(readFileSync(join(root, 'build/paddock-vscode.vsix')))
const folder = mkdtempSync(join(tmpdir(), 'paddock-vsix-'))
after(() => rmSync(folder, { recursive: true }))
for (const [path, bytes] of Object.entries(packed)) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), bytes)
}
const text = (path) => readFileSync(join(folder, path), 'utf8')
const manifest = JSON.parse(text('extension/package.json'))

test('every file that the manifest names is in the package', () => {
  const { languages, grammars } = manifest.contributes
  for (const path of [manifest.main, ...languages.map((one) => one.configuration), ...grammars.map((one) => one.path)]) {
    assert.ok(packed[join('extension', path)], path)
  }
  for (const [, path] of text('extension.vsixmanifest').matchAll(/ Path="([^"]+)"/g)) assert.ok(packed[path], path)
  assert.match(text('extension.vsixmanifest'), new RegExp(`Id="${manifest.name}" Version="${manifest.version}" Publisher="${manifest.publisher}"`))
  JSON.parse(text('extension/language-configuration.json'))
})

test('every file has a type, and none is of a test or a declaration', () => {
  const types = text('[Content_Types].xml')
  for (const path of Object.keys(packed)) {
    const name = path.split('/').at(-1)
    const dot = name.lastIndexOf('.')
    const isTyped = dot >= 0 ? types.includes(`Extension="${name.slice(dot)}"`) : types.includes(`PartName="/${path}"`)
    assert.ok(isTyped || path === '[Content_Types].xml', path)
    assert.doesNotMatch(path, /\.d\.m?ts$|\.test\.|node_modules|\/src\//)
  }
})

test('the commands of the manifest are those that the bundle registers', () => {
  const registered = [...text('extension/dist/extension.cjs').matchAll(/registerCommand\("(paddock\.\w+)"/g)].map(([, name]) => name)
  assert.deepEqual(registered.sort(), manifest.contributes.commands.map(({ command }) => command).sort())
  for (const { command } of Object.values(manifest.contributes.menus).flat()) assert.ok(registered.includes(command), command)
  // The bundle is complete but for the editor's own module.
  assert.throws(() => createRequire(join(folder, 'extension/'))('./dist/extension.cjs'), /Cannot find module 'vscode'/)
})

test('the command in the package runs programs and serves editors', async () => {
  const main = join(folder, 'extension/dist/paddock/dist/command/main.js')
  const out = execFileSync(process.execPath, [main, 'run', join(root, 'examples/hello.mlir')], { encoding: 'utf8', stdio: 'pipe' })
  assert.match(out, /2\.000000e\+00, 5\.000000e\+00/)
  const client = new Client([process.execPath, main, 'lsp'])
  await client.start()
  const problems = await client.open('file:///a.mlir', '%x = stablehlo.nothing : tensor<f32>\n')
  assert.equal(problems[0].code, 'unknown-operation')
  assert.equal(await client.stop(), 0)
})

test('equal files give equal bytes', async () => {
  const { packVsix } = await import('../pack-vsix.mjs')
  const source = JSON.parse(readFileSync(join(root, 'editors/vscode/package.json'), 'utf8'))
  const again = join(folder, 'again.vsix')
  packVsix(join(root, 'editors/vscode'), source, again, join(root, 'LICENSE'))
  assert.ok(readFileSync(again).equals(readFileSync(join(root, 'build/paddock-vscode.vsix'))))
})
