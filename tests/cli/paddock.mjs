// Runs the command as users do: arguments in, text and exit codes out.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))
/// PADDOCK names another command to test, such as the one over WebAssembly.
export const command = (process.env.PADDOCK ?? join(root, 'build/native/bin/paddock')).split(' ')
/// Otherwise it is the command over WebAssembly.
export const isNative = process.env.PADDOCK === undefined

export function paddock(words, input = '', cwd = root) {
  const { status, signal, stdout, stderr, error } = spawnSync(command[0], [...command.slice(1), ...words], { cwd, input, encoding: 'utf8' })
  const ended = status === null ? `not ended by itself: ${error ?? signal}\n` : ''
  return { code: status, out: stdout, error: ended + (stderr ?? '') }
}

/// Creates a folder for the test file, and a function that writes files into it.
export function useFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'paddock-'))
  after(() => rmSync(folder, { recursive: true }))
  const file = (name, text) => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }
  return { folder, file }
}

export const add = `func.func @main(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) -> tensor<2xf32> {
  %sum = stablehlo.add %lhs, %rhs : tensor<2xf32>
  return %sum : tensor<2xf32>
}
`
