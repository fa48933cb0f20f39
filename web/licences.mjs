// A Vite plugin that writes the licences of all code on the page, from its bundled modules.
import { fileURLToPath } from 'node:url'
import { thirdPartyLicences } from '../wasm/package/licences.mjs'

const compiled = fileURLToPath(new URL('../build/wasm/THIRD-PARTY-LICENSES.txt', import.meta.url))

/// Modules in the bundles of Workers, which are built before the page's.
const ofWorkers = []

const modulesOf = (bundle) => Object.values(bundle).flatMap((chunk) => Object.keys(chunk.modules ?? {}))

/// A plugin for the bundles of Workers, whose code is on the page as text.
export const workerLicences = () => ({
  name: 'paddock-worker-licences',
  generateBundle(options, bundle) {
    ofWorkers.push(...modulesOf(bundle))
  },
})

/// `others`: paths of files from npm packages that reach the page by other ways than an import.
export function licences(others) {
  return {
    name: 'paddock-licences',
    generateBundle(options, bundle) {
      this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY-LICENSES.txt', source: thirdPartyLicences(compiled, [...modulesOf(bundle), ...ofWorkers, ...others]) })
    },
  }
}
