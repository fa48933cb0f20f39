// The site without a network: `service-worker.js` with the list of its files, and the manifest of the installed page.
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const manifest = {
  name: 'Paddock: StableHLO in the browser',
  short_name: 'Paddock',
  description: 'Runs StableHLO programs here, in your browser.',
  start_url: './',
  scope: './',
  display: 'standalone',
  background_color: '#FBFAF6',
  theme_color: '#F3F1EA',
  icons: [{ src: 'icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
  file_handlers: [
    {
      action: './',
      accept: {
        'text/x-mlir': ['.mlir', '.stablehlo'],
        'application/x-mlir-bytecode': ['.mlirbc', '.bc', '.jax_exported'],
        'application/x-npy': ['.npy', '.npz'],
        'application/x-safetensors': ['.safetensors'],
      },
    },
  ],
}

/** The two rails and the posts of the page's time line. */
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" rx="64" fill="#F3F1EA"/><g fill="#1F6B4A"><path d="M56 196h400v28H56zM56 292h400v28H56z"/><path d="M104 148h36v220h-36zM372 148h36v220h-36z"/></g><path fill="#A84A08" d="M238 108h36v260h-36z"/></svg>\n`

/** A Vite plugin. */
export function offline() {
  let folder = ''
  return {
    name: 'paddock-offline',
    configResolved: ({ root, build: { outDir } }) => void (folder = resolve(root, outDir)),
    transformIndexHtml: (html, { path }) => (path.endsWith('/index.html') ? [{ tag: 'link', attrs: { rel: 'manifest', href: './manifest.webmanifest' }, injectTo: 'head' }] : undefined),
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'manifest.webmanifest', source: JSON.stringify(manifest) })
      this.emitFile({ type: 'asset', fileName: 'icon.svg', source: icon })
    },
    // After the files of all plugins.
    writeBundle: { order: 'post', sequential: true, handler: async () => writeFileSync(join(folder, 'service-worker.js'), await makeWorker(folder)) },
  }
}

/** Files that the playground itself does not show. */
const isForOthers = (name) => ['service-worker.js', 'preview.png', '404.html'].includes(name)

/** Files of the playground. Pages of the documentation are kept when they are visited. */
function filesOf(folder) {
  const assets = readdirSync(join(folder, 'assets')).map((name) => `assets/${name}`)
  const root = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() && !isForOthers(entry.name) ? [entry.name] : []))
  // The engine as a script is for hosts and policies that serve no other files; that with threads, for pages that choose it.
  return [...root, ...assets.filter((name) => !/\/(inline|paddock-threads|threads-source|load-threads)-[\w-]+\.(js|wasm)$/.test(name))].sort()
}

async function makeWorker(folder) {
  const files = filesOf(folder)
  const hash = createHash('sha256')
  for (const file of files) hash.update(file).update(readFileSync(join(folder, file)))
  const { output } = await build({
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    logLevel: 'warn',
    publicDir: false,
    define: { files: JSON.stringify(['./', ...files]), version: JSON.stringify(hash.digest('hex').slice(0, 16)) },
    build: { write: false, target: 'es2022', modulePreload: false, rolldownOptions: { input: fileURLToPath(new URL('src/offline/worker/service-worker.ts', import.meta.url)), output: { format: 'iife' } } },
  })
  return output[0].code
}
