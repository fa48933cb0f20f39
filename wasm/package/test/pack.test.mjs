// The package is the same file for the same commit, whenever it is packed.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const dist = fileURLToPath(new URL('../dist/', import.meta.url))

function pack() {
  const folder = mkdtempSync(join(tmpdir(), 'paddock-pack-'))
  try {
    execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: join(dist, '..') })
    const [name] = readdirSync(folder)
    return createHash('sha256').update(readFileSync(join(folder, name))).digest('hex')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('equal files give an equal package, at any time', { skip: !existsSync(dist) && 'it was not built' }, () => {
  const first = pack()
  for (const name of ['index.js', 'LICENSE', 'paddock.wasm']) utimesSync(join(dist, name), new Date(0), new Date())
  assert.equal(pack(), first)
})
