// Builds the page without one of its features, for `npm run test:removal`.
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, loadConfigFromFile } from 'vite'
import { removeFrom } from './test/features.mjs'

const web = fileURLToPath(new URL('.', import.meta.url))

let whole

/// Configuration of the page without the parts that features do not affect: fonts, documentation and
/// the cell's frame. The pictures of examples are drawn once.
const readConfig = () =>
  (whole ??= loadConfigFromFile({ command: 'build', mode: 'production' }, join(web, 'vite.config.js')).then(({ config }) => {
    const plugins = config.plugins.filter(({ name }) => !['paddock-fonts', 'paddock-cell', 'paddock-documentation', 'paddock-capsule'].includes(name))
    return { ...config, plugins: plugins.map(loadedOnce) }
  }))

function loadedOnce({ load, ...plugin }) {
  const loaded = new Map()
  const loadOnce = (id) => loaded.get(id) ?? loaded.set(id, load(id)).get(id)
  return load === undefined ? plugin : { ...plugin, load: loadOnce }
}

/// A Vite plugin.
function without(feature) {
  const file = join(web, 'src', feature.at)
  return {
    name: 'paddock-without',
    enforce: 'pre',
    transform: (code, id) => (id === file ? removeFrom(code, feature) : undefined),
  }
}

/// Builds into `folder`, which is emptied first. The complete page must have been built.
export async function buildWithout(feature, folder) {
  const { plugins, ...config } = await readConfig()
  rmSync(folder, { recursive: true, force: true })
  cpSync(join(web, 'dist'), folder, { recursive: true })
  const output = { ...config.build, outDir: folder, emptyOutDir: false, minify: false, reportCompressedSize: false }
  await build({ ...config, configFile: false, root: web, plugins: [without(feature), ...plugins], build: output })
}
