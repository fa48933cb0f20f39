/// Use of the published package from the tarball, in an empty folder outside the repository: in
/// Node, in TypeScript, with every bundler, and from a plain page.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { transform } from 'esbuild'
import { buildWithEsbuild, buildWithRollup, buildWithVite, buildWithWebpack, startVite } from './consumer/bundlers.mjs'
import { launchBrowser, pageOf, startSite, titleOf } from './consumer/browser.mjs'
import { installPackage, squares } from './consumer/package.mjs'

const tsc = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url))
let installed
let browser
before(async () => {
  installed = installPackage()
  browser = await launchBrowser()
})
after(async () => {
  await browser?.close()
  installed?.remove()
})

/// Returns a module that runs the program and passes the outcome to `say`.
const user = (entry, say, options = '') => `import { load } from '${entry}'
async function main() {
  const paddock = await load(${options})
  const program = await paddock.parse(${JSON.stringify(squares)})
  const { results } = await program.run({ inputs: [new Float32Array([1, 2, 3])] })
  const builder = await paddock.builder()
  const f = builder.function('main', { x: 'tensor<3xf32>' })
  f.return(f.argument('x').multiply(2))
  const doubled = await (await builder.finish()).run({ inputs: [new Float32Array([1, 2, 3])] })
  const xla = (await paddock.xla()).computationBuilder('main')
  xla.parameter(0, 'f32[3]', 'x').reduce(xla.constantLiteral(0), (b, x, y) => b.add(x, y), [0])
  const sum = await (await xla.build().makeProgram()).run({ inputs: [new Float32Array([1, 2, 3])] })
  const text = [paddock.place, await results[0].data(), await doubled.results[0].data(), await sum.results[0].data()].join(' ')
  paddock.close()
  return text
}
main().catch((error) => 'failed: ' + error.message).then((text) => ${say})
`
const inTitle = "(document.title = '=' + text)"
const inConsole = 'console.log(text)'

test('the tarball is small, runs no scripts, and needs no other package', () => {
  // The engine appears five times, at about 1.25 MB each: three flavours, one of them again inside
  // JavaScript, and the command; the builder and the artifacts twice each, at about 0.4 MB.
  assert.ok(installed.bytes <= 7_150_000, `${installed.bytes} bytes`)
  const { scripts = {}, dependencies } = JSON.parse(readFileSync(join(installed.app, 'node_modules/paddock-hlo/package.json'), 'utf8'))
  assert.deepEqual(Object.keys(scripts).filter((name) => /install|prepare/.test(name)), [])
  assert.equal(dependencies, undefined)
  assert.deepEqual(installed.files.filter((path) => !/^(dist\/|package\.json|README|LICENSE)/.test(path)), [])
})

for (const entry of ['paddock-hlo', 'paddock-hlo/inline']) {
  test(`Node imports ${entry}, and requires it`, () => {
    installed.put('user.mjs', user(entry, inConsole))
    assert.equal(installed.node('user.mjs'), 'thread 1,4,9 2,4,6 6\n')
    installed.put('user.cjs', user(entry, inConsole, '{ worker: true }').replace(/^import (.*) from '(.*)'/, "const $1 = require('$2')"))
    assert.equal(installed.node('user.cjs', '--no-warnings'), 'worker 1,4,9 2,4,6 6\n')
  })
}

test('the package has no top-level await, and makes no code from strings', async () => {
  const dist = join(installed.app, 'node_modules/paddock-hlo/dist')
  for (const file of readdirSync(dist, { recursive: true }).filter((name) => /\.m?js$/.test(name))) {
    const text = readFileSync(join(dist, file), 'utf8')
    // esbuild refuses a top-level `await` in CommonJS output.
    await transform(text, { format: 'cjs', logLevel: 'silent' }).catch((error) => assert.fail(`${file}: ${error.message}`))
    assert.doesNotMatch(text, /\bnew Function\b|[^.\w]eval\(/, file)
  }
})

test('TypeScript takes the types strictly, with no `any` in them', () => {
  installed.put('user.mts', `import { load, packElements, type RunResult, type Session, type Tensor } from 'paddock-hlo'
import { load as loadInline } from 'paddock-hlo/inline'
const paddock = await load({ worker: false })
const program = await paddock.parse('')
const result: RunResult = await program.run({ inputs: [new Float32Array(2), { data: packElements('bf16', [1]), shape: [1] }, 'iota'] })
const values: ArrayLike<number | bigint> = await (result.results[0] as Tensor).data()
const session: Session = await program.start()
export default [values, session.place.line, loadInline]
`)
  installed.put('user.cts', `import paddockHlo = require('paddock-hlo')
export const loading: Promise<paddockHlo.Paddock> = paddockHlo.load()
`)
  const shared = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--target', 'es2022', '--lib', 'es2022,dom']
  const check = (...words) => spawnSync(process.execPath, [tsc, ...shared, ...words], { cwd: installed.app, encoding: 'utf8' }).stdout
  assert.equal(check('--module', 'nodenext', 'user.mts', 'user.cts'), '')
  const listed = check('--module', 'esnext', '--moduleResolution', 'bundler', '--listFiles', 'user.mts')
  const declarations = listed.split('\n').filter((path) => path.includes('node_modules/paddock-hlo/'))
  assert.ok(declarations.length > 10, listed)
  for (const path of declarations) {
    const code = readFileSync(path, 'utf8').replace(/\/\*[^]*?\*\/|\/\/.*/g, '')
    // A property may have the name.
    assert.doesNotMatch(code, /\bany\b(?!\??:)/, path)
  }
})

test('ten thousand runs leak no memory', () => {
  installed.put('memory.mjs', `import { load } from 'paddock-hlo'
const paddock = await load()
const program = await paddock.parse(${JSON.stringify(squares.replaceAll('3x', '2048x'))})
const input = new Float32Array(2048)
async function run(count, closes) {
  for (let i = 0; i < count; ++i) {
    const { results } = await program.run({ inputs: [input] })
    await results[0].data()
    if (closes) results[0].close()
    else if (i % 250 === 0) { gc(); await new Promise((resolve) => setTimeout(resolve)) }
  }
  gc()
  await new Promise((resolve) => setTimeout(resolve, 20))
  gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
await run(500, false)
const before = await run(500, true)
const closed = await run(5000, true)
const collected = await run(4500, false)
console.log(JSON.stringify([before, closed, collected]))
`)
  const [before, closed, collected] = JSON.parse(installed.node('memory.mjs', '--expose-gc'))
  // A leak of one result in each run would be 36 MB or more.
  assert.ok(closed - before < 2e6, `${before} -> ${closed}`)
  assert.ok(collected - before < 4e6, `${before} -> ${collected}`)
})

test('a run is aborted in the middle of a dot', () => {
  installed.put('abort.mjs', `import { load } from 'paddock-hlo'
const paddock = await load()
const type = 'tensor<4096x4096xf32>'
const program = await paddock.parse(\`func.func @main(%a: \${type}) -> \${type} {
  %c = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (\${type}, \${type}) -> \${type}
  return %c : \${type}
}\`)
const { status, stoppedBy, stoppedAtLine } = await program.run({ inputs: ['ones'], signal: AbortSignal.timeout(400) })
console.log(status, stoppedBy, stoppedAtLine)
`)
  assert.equal(installed.node('abort.mjs'), 'stopped signal 2\n')
})

// --- Pages.

/// Builds a page with a bundler, in a folder of its own.
async function bundled(name, build, { entry = 'paddock-hlo', mode = 'production', options = '', prepare = () => {}, script = user(entry, inTitle, options), headers = {} } = {}) {
  const source = installed.put(`${name}/source.js`, script)
  const out = join(dirname(source), 'out')
  await build({ app: installed.app, entry: source, out, mode })
  installed.put(`${name}/out/index.html`, pageOf('./main.js'))
  prepare(out)
  const site = await startSite(out, { headers })
  try {
    return await titleOf(browser, `${site.address}index.html`)
  } finally {
    await site.close()
  }
}

const works = 'worker 1,4,9 2,4,6 6'
const moduleFile = (name) => readFileSync(join(installed.app, 'node_modules/paddock-hlo/dist', name))

for (const mode of ['development', 'production']) {
  test(`webpack, ${mode}`, async () => assert.equal(await bundled(`webpack-${mode}`, buildWithWebpack, { mode }), works))
  test(`esbuild with /inline, ${mode}`, async () => {
    assert.equal(await bundled(`esbuild-${mode}`, buildWithEsbuild, { entry: 'paddock-hlo/inline', mode }), works)
  })
}
test('Vite, built', async () => assert.equal(await bundled('vite', buildWithVite), works))
test('Rollup with /inline', async () => assert.equal(await bundled('rollup', buildWithRollup, { entry: 'paddock-hlo/inline' }), works))

for (const [name, build] of [['esbuild', buildWithEsbuild], ['rollup', buildWithRollup]]) {
  test(`${name} with load({ wasm })`, async () => {
    const prepare = (out) => {
      const at = (file) => `${out.slice(installed.app.length + 1)}/${file}`
      installed.put(at('engine.wasm'), moduleFile('paddock.wasm'))
      installed.put(at('builder.wasm'), moduleFile('paddock-builder.wasm'))
    }
    assert.equal(await bundled(`${name}-wasm`, build, { options: "{ wasm: './engine.wasm', parts: { builder: './builder.wasm' } }", prepare }), works)
  })
}

test("Vite's own server", async () => {
  installed.put('vite-server/source.js', user('paddock-hlo', inTitle))
  const index = installed.put('vite-server/index.html', pageOf('./source.js'))
  const server = await startVite(dirname(index))
  try {
    assert.equal(await titleOf(browser, server.address), works)
  } finally {
    await server.close()
  }
})

/// Writes a page without a bundler, served from the installed folder.
async function plain(name, { entry = 'index.js', options = '', headers = {}, answerOther, prepare, script = (path) => user(path, inTitle, options) } = {}) {
  installed.put(`${name}.js`, script(`./node_modules/paddock-hlo/dist/${entry}`))
  installed.put(`${name}.html`, pageOf(`./${name}.js`))
  const site = await startSite(installed.app, { headers, answerOther })
  try {
    return await titleOf(browser, `${site.address}${name}.html`, prepare)
  } finally {
    await site.close()
  }
}

test('a plain script of a page', async () => {
  assert.equal(await plain('plain'), works)
  assert.equal(await plain('plain-inline', { entry: 'inline.js' }), works)
})

/// Runs on several threads if it can: a large chain, a part, a run that is stopped, and the first run again.
const threadUser = (entry) => `import { load, hasThreads } from '${entry}'
const type = 'tensor<3000000xf32>'
const chain = 'func.func @main(%x: ' + type + ') -> ' + type + ' {\\n%a = stablehlo.sine %x : ' + type + '\\n%b = stablehlo.multiply %a, %x : ' + type + '\\n%c = stablehlo.add %b, %a : ' + type + '\\nreturn %c : ' + type + '\\n}'
const call = 'func.func @main(%a: tensor<8x8xf64>) -> tensor<8xf64> {\\n%v, %w, %i = stablehlo.custom_call @lapack_dsyevd_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<8x8xf64>) -> (tensor<8x8xf64>, tensor<8xf64>, tensor<i32>)\\nreturn %w : tensor<8xf64>\\n}'
const endless = 'func.func @main(%x: ' + type + ') -> ' + type + ' {\\n%y = stablehlo.constant dense<true> : tensor<i1>\\n%r:2 = stablehlo.while(%i = %y, %v = %x) : tensor<i1>, ' + type + '\\ncond { stablehlo.return %i : tensor<i1> } do {\\n%n = stablehlo.cosine %v : ' + type + '\\nstablehlo.return %i, %n : tensor<i1>, ' + type + '\\n}\\nreturn %r#1 : ' + type + '\\n}'
async function main() {
  const paddock = await load()
  const run = async (text, options) => (await paddock.parse(text)).run({ inputs: ['random:1'], numerics: 'portable', ...options })
  const hashes = []
  for (let i = 0; i < 5; ++i) hashes.push((await run(chain)).hash)
  const stopped = await run(endless, { signal: AbortSignal.timeout(300) })
  const eigenvalues = await run(call)
  hashes.push((await run(chain)).hash)
  const isMany = paddock.threads === Math.min(navigator.hardwareConcurrency, 8)
  return [hasThreads(), paddock.flavour, paddock.place, isMany, new Set(hashes).size, stopped.status, hashes[0], eigenvalues.hash].join(' ')
}
main().catch((error) => 'failed: ' + error.message).then((text) => ${inTitle})
`
const isolating = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' }

test('an isolated page has threads, with the bits of the others, which do not fetch their engine', async () => {
  const fetched = []
  const prepare = async (page) => void page.on('request', (request) => fetched.push(request.url().split('/').at(-1)))
  const usual = await plain('no-threads', { script: threadUser, prepare })
  assert.match(usual, /^false baseline worker (true|false) 1 stopped [0-9a-f]{16} [0-9a-f]{16}$/)
  assert.deepEqual(fetched.filter((name) => /threads/.test(name) && name !== 'no-threads.js' && name !== 'no-threads.html'), [])
  const bits = usual.split(' ').slice(4).join(' ')
  const expected = `true threads worker true ${bits}`
  assert.equal(await plain('threads', { script: threadUser, headers: isolating, prepare }), expected)
  assert.ok(fetched.includes('paddock-threads.wasm') && !fetched.slice(fetched.indexOf('threads.html')).includes('paddock.wasm'), fetched.join())
  const script = threadUser('paddock-hlo')
  assert.equal(await bundled('threads-vite', buildWithVite, { script, headers: isolating }), expected)
  assert.equal(await bundled('threads-webpack', buildWithWebpack, { script, headers: isolating }), expected)
})

test('without Workers the engine runs in the page, or says what to do', async () => {
  const prepare = (page) => page.addInitScript(() => delete globalThis.Worker)
  assert.equal(await plain('no-worker', { prepare }), 'thread 1,4,9 2,4,6 6')
  assert.match(await plain('wants-worker', { prepare, options: '{ worker: true }' }), /no Worker can be started here: load without `worker`/)
})

test('the error for HTML instead of the module names the remedy', async () => {
  const answerOther = (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>404</title>')
  const said = await plain('html', { options: "{ wasm: '/missing.wasm' }", answerOther })
  assert.match(said, /your server answered HTML for http.*missing\.wasm: with esbuild or Rollup import paddock-hlo\/inline/)
  assert.match(await plain('missing', { options: "{ wasm: '/missing.wasm' }" }), /missing\.wasm answered 404\. Is the file there\?/)
})

test('a policy that forbids WebAssembly is named', async () => {
  const headers = { 'content-security-policy': "default-src 'self'; worker-src blob:" }
  assert.match(await plain('policy', { headers }), /add 'wasm-unsafe-eval' to its script-src/)
})

test('errors distinguish a truncated module, none, no SIMD and no WebAssembly', () => {
  const attempt = (name, before, options = '') => {
    installed.put(`${name}.mjs`, `${before}
const { load } = await import('paddock-hlo')
console.log(await load(${options}).then(() => 'loaded', ({ message }) => message))`)
    return installed.node(`${name}.mjs`)
  }
  const read = "import { readFileSync } from 'node:fs'\nconst bytes = readFileSync('node_modules/paddock-hlo/dist/paddock.wasm')"
  assert.match(attempt('cut', read, '{ wasm: bytes.subarray(0, 1e6) }'), /the given bytes cannot be compiled: .*Is the file whole/)
  assert.match(attempt('text', '', "{ wasm: new TextEncoder().encode('hello') }"), /is no WebAssembly module: load\(\{ wasm \}\) takes paddock\.wasm/)
  assert.match(attempt('no-simd', 'WebAssembly.validate = () => false'), /no SIMD in this WebAssembly: .* needs Node 20\.19, Chrome 91/)
  assert.match(attempt('no-wasm', 'delete globalThis.WebAssembly'), /there is no WebAssembly here: paddock-hlo needs/)
  assert.match(attempt('inline-relaxed', '', "{ flavour: 'relaxed' }").trim(), /loaded|no relaxed SIMD/)
})

test('a policy that forbids code from strings does not matter to Node', () => {
  const flags = ['--disallow-code-generation-from-strings']
  installed.put('no-strings.mjs', user('paddock-hlo/inline', inConsole))
  assert.equal(execFileSync(process.execPath, [...flags, 'no-strings.mjs'], { cwd: installed.app, encoding: 'utf8' }), 'thread 1,4,9 2,4,6 6\n')
})
