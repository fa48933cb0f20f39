/// The published package, installed in an empty folder outside the repository.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../..', import.meta.url))
const npm = (folder, ...words) => execFileSync('npm', words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

export function installPackage() {
  const folder = mkdtempSync(join(tmpdir(), 'paddock-consumer-'))
  const [{ filename, files }] = JSON.parse(npm(source, 'pack', '--json', '--ignore-scripts', '--pack-destination', folder))
  const tarball = join(folder, filename)
  const app = join(folder, 'app')
  mkdirSync(app)
  writeFileSync(join(app, 'package.json'), '{ "private": true, "type": "module" }\n')
  npm(app, 'install', '--offline', '--no-audit', '--no-fund', '--omit=peer', tarball)
  return {
    app,
    bytes: statSync(tarball).size,
    files: files.map(({ path }) => path),
    put(name, text) {
      const path = join(app, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
      return path
    },
    /// Returns the output of a script.
    node(name, ...flags) {
      return execFileSync(process.execPath, [...flags, name], { cwd: app, encoding: 'utf8', timeout: 60_000 })
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/// The README's program, saved as a file.
export const squares = `func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %y = stablehlo.multiply %x, %x : tensor<3xf32>
  return %y : tensor<3xf32>
}`
