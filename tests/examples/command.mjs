// Helpers of the examples' tests: runs, and the list of examples.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { paddock, root } from '../cli/paddock.mjs'

export { root }

/// Runs a text in portable numerics; `results` are those of all processes.
export function run(text, words = []) {
  const { code, out, error } = paddock(['run', '-', '--numerics', 'portable', '--format', 'json', ...words], text)
  if (out === '') throw new Error(error)
  return { code, ...JSON.parse(out) }
}

export const readExample = (file) => readFileSync(join(root, 'examples', file), 'utf8')

/// Entries of examples.json, each with its file and the arguments that give its inputs.
export const examples = JSON.parse(readExample('examples.json')).flatMap(({ examples }) =>
  examples.map((example) => ({
    ...example,
    file: example.file ?? `${example.id}.mlir`,
    words: Object.values(example.inputs ?? {}).flatMap((path, i) => ['--input', `${i}=@${join(root, 'examples', path)}`]),
  })),
)
