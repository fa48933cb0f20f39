// Builds the entries that show programs in pages from the sources of web/: `codemirror` for
// editors, `element` for pages. Both import the package's own engine module, so a page loads it
// once.
import { build } from 'esbuild'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { compileSources } from './compile-sources.mjs'

/** `paddock-hlo` is the package itself, one folder above dist/element and dist/codemirror. */
const itself = {
  name: 'paddock-itself',
  setup: ({ onResolve }) => onResolve({ filter: /^paddock-hlo(?:\/|$)/ }, ({ path }) => ({ path: `..${path.slice('paddock-hlo'.length) || '/index'}.js`, external: true })),
}

const usual = { bundle: true, metafile: true, format: 'esm', target: 'es2022', plugins: [itself], logLevel: 'warning' }

/** Builds into `dist` from the sources in `web`. Returns the paths of the modules in the bundles. */
export async function buildViews(web, dist, version) {
  const entry = (name) => join(web, 'src', name, 'index.ts')
  const codemirror = await build({ ...usual, entryPoints: [entry('codemirror')], outfile: join(dist, 'codemirror', 'index.js'), external: ['@codemirror/*', '@lezer/*'] })
  const element = await build({
    ...usual,
    entryPoints: [entry('element')],
    outdir: join(dist, 'element'),
    splitting: true,
    minify: true,
    chunkNames: '[name]-[hash]',
    define: { PADDOCK_VERSION: JSON.stringify(version) },
  })
  declare(web, dist)
  const { length } = gzipSync(readFileSync(join(dist, 'element', 'index.js')))
  console.log(`element, before it is touched ${String(length).padStart(9)} gzip`)
  return [codemirror, element].flatMap(({ metafile }) => Object.keys(metafile.inputs).map((path) => resolve(path)))
}

/** Copies only the declarations that the two entries refer to. */
function declare(web, dist) {
  const all = mkdtempSync(join(tmpdir(), 'paddock-types-'))
  try {
    compileSources(web, 'tsconfig.views.json', { outDir: all })
    const copied = new Set()
    const copy = (file) => {
      if (copied.has(file)) return
      copied.add(file)
      const to = join(dist, relative(all, file))
      mkdirSync(dirname(to), { recursive: true })
      copyFileSync(file, to)
      for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()'(\.[^']*)\.js'/g)) copy(join(dirname(file), `${path}.d.ts`))
    }
    for (const name of ['codemirror', 'element']) copy(join(all, name, 'index.d.ts'))
  } finally {
    rmSync(all, { recursive: true, force: true })
  }
}
