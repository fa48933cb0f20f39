// Builds dist/capsule.html, the template of pages that contain a program and its engine: one classic script, since a page
// that is opened from a disk can load no modules. Code and engine are in the package already, so the template names pieces
// of its files instead of containing them again:
//
//     <!--paddock:file element/chunk-X.js 12 400-->   bytes 12 to 400 of a file of dist
//     <!--paddock:title-->                            a part of the page, which its writer fills in
//
// web/capsule.mjs and cli/page/capsule.cc fill templates.
import { build } from 'esbuild'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const fileMark = /<!--paddock:file (\S+) (\d+) (\d+)-->/g

/** Returns `template` with the pieces of the files of `dist`; the parts remain for its writer. */
export function includeFiles(template, dist) {
  return template.replace(fileMark, (_, file, begin, end) => readFileSync(join(dist, file)).subarray(Number(begin), Number(end)).toString())
}

/** Writes the template from the other files of `dist`. `web` has the sources of its script and styles. */
export async function buildCapsule(web, dist) {
  const script = `${moduleTable(dist)}${await bundleCapsule(web, dist)}\ncapsule.begin(files)\n`
  const whole = includeFiles(script, dist)
  // Such text would end the script, or keep its end from being seen.
  if (/<!--|<\/script/i.test(whole)) throw new Error('the capsule has a script that HTML cannot contain')
  const style = readFileSync(join(web, 'src', 'capsule', 'capsule.css'), 'utf8')
  writeFileSync(join(dist, 'capsule.html'), templateOf({ script, hash: hashOf(whole), style, dist }))
}

/** Writes the whole template where the native command of a build finds it. */
export function shareCapsule(dist, folder) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'capsule.html'), includeFiles(readFileSync(join(dist, 'capsule.html'), 'utf8'), dist))
}

const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

function templateOf({ script, hash, style, dist }) {
  const engines = { engine: 'packedWasm', factor: 'packedFactor', why: 'packedWhy' }
  const blocks = Object.entries(engines).map(([id, name]) => `<script type="text/plain" id="${id}">${packed(dist, name)}</script>\n`)
  const policy = `default-src 'none'; script-src ${hash} 'wasm-unsafe-eval'; style-src ${hashOf(style)}; worker-src blob:; img-src data:; base-uri 'none'; form-action 'none'`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title><!--paddock:title--></title>
<style>${style}</style>
</head>
<body>
<header><h1><!--paddock:title--></h1><p class="about">A StableHLO program with its engine. It runs here, also without a network.</p><a id="playground" href="<!--paddock:playground-->">Open in the playground</a></header>
<main>
<paddock-example>
<pre><!--paddock:text--></pre>
<div slot="result" class="recorded"><!--paddock:picture--></div>
</paddock-example>
</main>
<noscript><p class="about">These are the recorded results. Running the program needs JavaScript.</p></noscript>
<script type="application/json" id="program"><!--paddock:program--></script>
${blocks.join('')}<script>${script}</script>
</body>
</html>
`
}

/** Returns the mark of a string constant of dist/packed-wasm.js, without its quotes. */
function packed(dist, name) {
  const file = 'packed-wasm.js'
  const text = readFileSync(join(dist, file), 'latin1')
  const head = `export const ${name} = '`
  const begin = text.indexOf(head) + head.length
  return mark(file, begin, text.indexOf("'", begin))
}

const mark = (file, begin, end) => `<!--paddock:file ${file} ${begin} ${end}-->`

/** Returns a statement that defines `files`: the functions of the element's modules, by their names. */
function moduleTable(dist) {
  const names = readdirSync(join(dist, 'element')).filter((name) => name.endsWith('.js'))
  return `const files = {\n${names.map((name) => `${JSON.stringify(`./${name}`)}(use) {${functionOf(dist, name)}},\n`).join('')}}\n`
}

/**
 * Returns the body of a module as a function that returns its exports. esbuild writes imports and exports in one form, and
 * imports of other packages also in the middle.
 */
function functionOf(dist, name) {
  const file = `element/${name}`
  // Offsets are bytes.
  const text = readFileSync(join(dist, file), 'latin1')
  const imports = []
  const exports = []
  const body = replaced(file, text, /\bimport(?:(?:\{([^}]*)\}from)?("[^"]+");|\(("[^"]+")\))|\bexport\{([^}]*)\};/g, (_, names = '', from, later, given) => {
    if (later !== undefined) return `use.later(${later})`
    if (given !== undefined) exports.push(...given.split(',').map(getterOf))
    else imports.push(`const{${names.replace(/ as /g, ':')}}=use(${from});`)
    return ''
  })
  return `${imports.join('')}${body}\nreturn{${exports.join(',')}}`
}

/** `export{a as b}` as a member of the exports. */
function getterOf(one) {
  const [inner, outer = inner] = one.split(' as ')
  return `get ${outer}(){return ${inner}}`
}

/** Returns marks of a file's text, in which matches are replaced. */
function replaced(file, text, pattern, replace) {
  let marks = ''
  let at = 0
  for (const match of text.matchAll(pattern)) {
    marks += mark(file, at, match.index) + replace(...match)
    at = match.index + match[0].length
  }
  return marks + mark(file, at, text.length)
}

/** Bundles the capsule's own code, and the package with the engine from the page. */
async function bundleCapsule(web, dist) {
  const { outputFiles } = await build({
    entryPoints: [join(web, 'src', 'capsule', 'index.ts')],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    globalName: 'capsule',
    target: 'es2022',
    plugins: [{ name: 'paddock-in-page', setup: (setup) => findInPage(setup, dist) }],
    logLevel: 'warning',
  })
  const [begin, end] = workerPlace(dist)
  return outputFiles[0].text.replace('"<worker source>"', () => mark('worker-source.js', begin, end))
}

function workerPlace(dist) {
  const text = readFileSync(join(dist, 'worker-source.js'), 'latin1')
  return [text.indexOf('"'), text.lastIndexOf('"') + 1]
}

/** The engine is in the page's blocks. Parts that show no program are left out. */
function findInPage({ onResolve, onLoad }, dist) {
  onResolve({ filter: /^paddock-hlo(?:\/inline)?$/ }, () => ({ path: join(dist, 'inline.js') }))
  onResolve({ filter: /\/(?:client\/builder|xla|module|xla-module|load-native)\.js$|^\.\/builder\.js$/ }, ({ kind }) => (kind === 'dynamic-import' ? { path: 'absent', namespace: 'page' } : undefined))
  onResolve({ filter: /\/packed-wasm\.js$/ }, () => ({ path: 'packed', namespace: 'page' }))
  onResolve({ filter: /\/worker-source\.js$/ }, () => ({ path: 'worker', namespace: 'page' }))
  onLoad({ filter: /^packed$/, namespace: 'page' }, () => ({
    contents: `const textOf = (id) => document.getElementById(id).textContent
export const packedWasm = textOf('engine'), packedFactor = textOf('factor'), packedWhy = textOf('why'), packedArtifacts = '', packedBuilder = ''`,
  }))
  onResolve({ filter: /\/(?:in-thread\.js|paddock\.mjs)$/ }, () => ({ path: 'thread', namespace: 'page' }))
  onLoad({ filter: /^thread$/, namespace: 'page' }, () => ({ contents: `export default null
export const startInThread = async () => { throw new Error('this browser starts no Worker here') }` }))
  onLoad({ filter: /^absent$/, namespace: 'page' }, () => ({ contents: `throw new Error('a saved page has no builder, and no server')` }))
  onLoad({ filter: /^worker$/, namespace: 'page' }, () => ({ contents: `export const workerSource = '<worker source>'` }))
}
