// The programs that show Paddock in their own windows and pages. They are installed beside the checkout, because only these
// stories need them.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cache } from '../../../tools/lib/paths.mjs'

/// Exact versions: no lock file holds them.
const versions = {
  pages: ['@docusaurus/core@3.10.2', '@docusaurus/preset-classic@3.10.2', '@mdx-js/mdx@3.1.1', '@mdx-js/react@3.1.1', 'react@19.3.1', 'react-dom@19.3.1'],
  // VS Code 1.100 as a server, the last one for Node 20.
  vscode: ['code-server@4.100.3', 'node-gyp@11.5.0'],
}

export const hosts = Object.keys(versions)
export const packagesOf = (host) => versions[host]
export const folderOf = (host) => join(cache, 'hosts', host)
export const modulesOf = (host) => join(folderOf(host), 'node_modules')

const requireOf = (host) => createRequire(join(folderOf(host), 'package.json'))

/// Imports an installed package.
export const load = (host, name) => import(pathToFileURL(requireOf(host).resolve(name)).href)

/// The part of code-server that is VS Code's own server.
export const vscodeFolder = join(modulesOf('vscode'), 'code-server/lib/vscode')
/// The native addon that opens the terminals of tasks.
export const terminalsFolder = join(vscodeFolder, 'node_modules/node-pty')

function hasPackage(host, name, version) {
  const file = join(modulesOf(host), name, 'package.json')
  return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).version === version
}

export const isInstalled = (host) =>
  versions[host].every((each) => {
    const at = each.lastIndexOf('@')
    return hasPackage(host, each.slice(0, at), each.slice(at + 1))
  }) && (host !== 'vscode' || existsSync(join(terminalsFolder, 'build/Release/pty.node')))
