// Builds dist/ and prints the sizes: the modules and glue from build/wasm (the relaxed one if it
// was built), the Worker as a string, and the compiled sources.
import { build, transformSync } from 'esbuild'
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzipSync } from 'node:zlib'
import { buildCapsule, shareCapsule } from './build-capsule.mjs'
import { buildViews } from './build-views.mjs'
import { compileSources } from './compile-sources.mjs'
import { thirdPartyLicences } from './licences.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '..', '..')
const dist = join(here, 'dist')
const compress = promisify(brotliCompress)

/** The engine's flavours, its parts on demand, and their glue. Some may not have been built. */
const moduleFiles = ['paddock.wasm', 'paddock-relaxed.wasm', 'paddock-threads.wasm', 'paddock-artifacts.wasm', 'paddock-builder.wasm', 'paddock-factor.wasm', 'paddock-why.wasm', 'paddock.mjs']

function copyModules() {
  const built = join(root, 'build', 'wasm', 'bin')
  if (!existsSync(join(built, 'paddock.wasm'))) {
    throw new Error('no wasm module has been built: run `npm run build:wasm` in the root')
  }
  for (const file of [...moduleFiles, 'paddock-threads.mjs', 'paddock.d.ts']) {
    if (existsSync(join(built, file))) copyFileSync(join(built, file), join(dist, file))
  }
  const command = copyCommand(built)
  copyFileSync(join(root, 'LICENSE'), join(dist, 'LICENSE'))
  // Places the generated types beside the glue, under the name in its import.
  writeFileSync(join(dist, 'paddock.d.mts'), "export * from './paddock.js'\nexport { default } from './paddock.js'\n")
  return command
}

/**
 * Encodes the modules as text, for deployments that can load only scripts: base64 of gzip, which
 * every browser decompresses natively.
 */
function packModules() {
  const modules = { packedWasm: 'paddock.wasm', packedArtifacts: 'paddock-artifacts.wasm', packedBuilder: 'paddock-builder.wasm', packedFactor: 'paddock-factor.wasm', packedWhy: 'paddock-why.wasm' }
  const packed = (file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).toString('base64')
  const lines = Object.entries(modules).map(([name, file]) => `export const ${name} = '${packed(file)}'\n`)
  writeFileSync(join(dist, 'packed-wasm.js'), lines.join(''))
  writeFileSync(join(dist, 'packed-wasm.d.ts'), Object.keys(modules).map((name) => `export declare const ${name}: string\n`).join(''))
}

/**
 * Starts to compress the command's module, in parallel because it takes seconds. It saves one
 * megabyte, and Node decompresses it in 20 ms.
 */
async function copyCommand(built) {
  writeFileSync(
    join(dist, 'paddock-command.d.mts'),
    `/// The module of the command, on the host that is handed in (wasm/command/host_imports.h).
export default function factory(options: {
  host: object
  /// Script of the Workers that run further threads.
  mainScriptUrlOrBlob: string
  instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void): object
}): Promise<{ _paddock_command(): number }>
`,
  )
  const wasm = join(built, 'paddock-command.wasm')
  if (!existsSync(wasm)) return
  copyFileSync(join(built, 'paddock-command.mjs'), join(dist, 'paddock-command.mjs'))
  writeFileSync(join(dist, 'paddock-command.wasm.br'), await compress(readFileSync(wasm)))
}

/** Bundles code that a Worker takes as a string. */
async function buildSource(entry, name) {
  const { outputFiles } = await build({
    entryPoints: [join(here, 'src', 'engine', `${entry}.ts`)],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
  })
  writeFileSync(join(dist, `${entry}-source.js`), `export const ${name} = ${JSON.stringify(outputFiles[0].text)}\n`)
  writeFileSync(join(dist, `${entry}-source.d.ts`), `export declare const ${name}: string\n`)
}

/** The script of Workers of an engine with threads; empty if that engine was not built. */
async function buildThreads() {
  const glue = join(dist, 'paddock-threads.mjs')
  if (!existsSync(glue)) writeFileSync(glue, 'export default undefined\n')
  writeFileSync(join(dist, 'paddock-threads.d.mts'), 'declare const factory: unknown\nexport default factory\n')
  await buildSource('threads', 'threadsSource')
}

/** Copies the rows and types that are generated from the op table and core/api/xla to the sources. */
function copyOperations() {
  for (const file of ['dialect/operations.ts', 'xla/xla-operations.ts']) {
    copyFileSync(join(root, 'build', 'wasm', 'generated', file), join(here, 'src', 'builder', basename(file)))
  }
}

function printSizes() {
  for (const file of [...moduleFiles, 'worker-source.js', 'threads-source.js', 'packed-wasm.js']) {
    const path = join(dist, file)
    if (!existsSync(path)) continue
    const bytes = readFileSync(path)
    // Brotli, which hosts also support, gives files a quarter smaller, but takes seconds for each.
    const packed = gzipSync(bytes, { level: 9 }).length
    console.log(`${file.padEnd(22)} ${String(bytes.length).padStart(9)} bytes, ${String(packed).padStart(8)} gzip`)
  }
}

/**
 * Removes blanks and comments from the compiled modules, a fifth of their download. Names stay, for
 * stack traces, and the declarations have the documentation.
 */
function compactModules() {
  // Strings of which build-capsule.mjs takes pieces.
  const strings = ['packed-wasm.js', 'worker-source.js']
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    if (!entry.isFile() || extname(file) !== '.js' || strings.includes(entry.name)) continue
    writeFileSync(file, transformSync(readFileSync(file, 'utf8'), { minifyWhitespace: true, target: 'es2022' }).code)
  }
}

rmSync(dist, { recursive: true, force: true })
mkdirSync(dist, { recursive: true })
const command = copyModules()
copyOperations()
packModules()
await buildSource('worker', 'workerSource')
await buildSource('native', 'nativeSource')
await buildThreads()
compileSources(here)
compactModules()
printSizes()
const { version } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))
const bundled = await buildViews(join(root, 'web'), dist, version)
await buildCapsule(join(root, 'web'), dist)
shareCapsule(dist, join(root, 'build', 'share', 'paddock'))
writeFileSync(join(dist, 'THIRD-PARTY-LICENSES.txt'), thirdPartyLicences(join(root, 'build/wasm/THIRD-PARTY-LICENSES.txt'), bundled))
await command
