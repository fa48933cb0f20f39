/// One function for each bundler: builds `entry` of a program into `out`, for development or production.
import { nodeResolve } from '@rollup/plugin-node-resolve'
import { build as esbuild } from 'esbuild'
import { rollup } from 'rollup'
import { build as viteBuild, createServer as createViteServer } from 'vite'
import webpack from 'webpack'

export async function buildWithEsbuild({ entry, out, mode }) {
  await esbuild({ entryPoints: [entry], outdir: out, entryNames: 'main', bundle: true, format: 'esm', minify: mode === 'production', logLevel: 'error' })
}

export async function buildWithRollup({ entry, out }) {
  const bundle = await rollup({ input: entry, plugins: [nodeResolve()], onLog() {} })
  await bundle.write({ dir: out, format: 'es', entryFileNames: 'main.js' })
  await bundle.close()
}

export function buildWithWebpack({ app, entry, out, mode }) {
  const devtool = mode === 'development' ? 'source-map' : false
  const config = { mode, devtool, context: app, entry, output: { path: out, filename: 'main.js' }, performance: { hints: false } }
  return new Promise((resolve, reject) => {
    webpack(config, (error, stats) => {
      if (error !== null) return reject(error)
      return stats.hasErrors() ? reject(new Error(stats.toString({ all: false, errors: true }))) : resolve()
    })
  })
}

export async function buildWithVite({ entry, out }) {
  const output = { entryFileNames: 'main.js' }
  await viteBuild({ root: entry.replace(/\/[^/]*$/, ''), base: './', logLevel: 'error', build: { outDir: out, rollupOptions: { input: entry, output } } })
}

/// Starts Vite's own server; returns the address of its page.
export async function startVite(root) {
  const server = await createViteServer({ root, cacheDir: `${root}/.vite`, logLevel: 'error', server: { port: 0, host: '127.0.0.1', watch: null } })
  await server.listen()
  return { address: server.resolvedUrls.local[0], close: () => server.close() }
}
