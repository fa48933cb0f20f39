// `capsule.html`: the template of pages that contain a program and its engine (wasm/package/build-capsule.mjs), whole.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { includeFiles } from '../wasm/package/build-capsule.mjs'

const dist = dirname(fileURLToPath(import.meta.resolve('paddock-hlo')))
const makeTemplate = () => includeFiles(readFileSync(join(dist, 'capsule.html'), 'utf8'), dist)

/** A Vite plugin. */
export const capsule = () => ({
  name: 'paddock-capsule',
  configureServer({ middlewares }) {
    middlewares.use('/capsule.html', (_, response) => response.setHeader('content-type', 'text/html').end(makeTemplate()))
  },
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'capsule.html', source: makeTemplate() })
  },
})
