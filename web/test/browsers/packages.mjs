// Packages that drive other browsers. They are installed beside the checkout, because only these stories need them.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cache } from '../../../tools/lib/paths.mjs'

export const folder = join(cache, 'browsers')
/// Exact versions: no lock file holds them.
export const packages = ['puppeteer-core@25.16.0', 'selenium-webdriver@4.49.0']

const require = createRequire(join(folder, 'package.json'))

/// Imports an installed package.
export const load = (name) => import(pathToFileURL(require.resolve(name)).href)

export const isInstalled = () =>
  packages.every((each) => {
    const [name, version] = each.split('@')
    try {
      return require(`${name}/package.json`).version === version
    } catch {
      return false
    }
  })
