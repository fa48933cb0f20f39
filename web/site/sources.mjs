import { readFileSync, readdirSync } from 'node:fs'

const root = new URL('../../', import.meta.url)

/** Returns the programs under a folder of the project, sorted. */
export function globSync(folder) {
  return readdirSync(new URL(`${folder}/`, root), { recursive: true })
    .filter((name) => name.endsWith('.mlir'))
    .sort()
    .map((name) => `${folder}/${name}`)
}

/** Returns `{ path, text }`, without white space at the end of the text. */
export function readText(path) {
  return { path, text: readFileSync(new URL(path, root), 'utf8').trimEnd() }
}
