// Builds dist/, and the extension's package, build/paddock-vscode.vsix: the bundled extension with the files of the npm
// package that it uses.
import { build } from 'esbuild'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { thirdPartyLicences } from '../../wasm/package/licences.mjs'
import { packVsix } from './pack-vsix.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '..', '..')
const npmPackage = join(root, 'wasm', 'package')
const dist = join(here, 'dist')
const manifest = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))

const usual = { bundle: true, minify: true, metafile: true, target: 'es2022', logLevel: 'warning', absWorkingDir: root }

async function bundle() {
  const extension = await build({ ...usual, entryPoints: [join(here, 'src/extension.ts')], outfile: join(dist, 'extension.cjs'), platform: 'node', format: 'cjs', external: ['vscode'] })
  await build({ ...usual, entryPoints: [join(here, 'src/panel/panel.ts')], outfile: join(dist, 'panel.js'), format: 'esm' })
  return Object.keys(extension.metafile.inputs).map((path) => resolve(root, path))
}

/** Declarations, the editor of other pages, and the engine as text or with threads are of no use here. */
const isUnused = (path) => /\.d\.m?ts$|^(codemirror|share|\.test-)|^(packed-wasm|inline|threads-source)\.js$|^paddock-threads\./.test(path)

function copyPackage() {
  const from = join(npmPackage, 'dist')
  const to = join(dist, 'paddock', 'dist')
  cpSync(from, to, { recursive: true, filter: (path) => !isUnused(relative(from, path)) })
  writeFileSync(join(dist, 'paddock', 'package.json'), `${JSON.stringify({ name: 'paddock-hlo', version: manifest.version, type: 'module' })}\n`)
}

rmSync(dist, { recursive: true, force: true })
mkdirSync(dist, { recursive: true })
const modules = await bundle()
copyPackage()
writeFileSync(join(dist, 'THIRD-PARTY-LICENSES.txt'), thirdPartyLicences(join(npmPackage, 'dist', 'THIRD-PARTY-LICENSES.txt'), modules))
mkdirSync(join(root, 'build'), { recursive: true })
const { path, size } = packVsix(here, manifest, join(root, 'build', 'paddock-vscode.vsix'), join(root, 'LICENSE'))
console.log(`${relative(root, path)} ${(size / 1e6).toFixed(1)} MB`)
