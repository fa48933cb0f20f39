// A Vite plugin that writes the licences of all code on the page, from its bundled modules.
import { fileURLToPath } from 'node:url'
import { thirdPartyLicences } from '../wasm/package/licences.mjs'

const compiled = fileURLToPath(new URL('../build/wasm/THIRD-PARTY-LICENSES.txt', import.meta.url))

/// `others`: paths of files from npm packages that reach the page by other ways than an import.
export function licences(others) {
  return {
    name: 'paddock-licences',
    generateBundle(options, bundle) {
      const modules = Object.values(bundle).flatMap((chunk) => Object.keys(chunk.modules ?? {}))
      this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY-LICENSES.txt', source: thirdPartyLicences(compiled, [...modules, ...others]) })
    },
  }
}
