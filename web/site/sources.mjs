import { readFileSync, readdirSync } from 'node:fs'

const root = new URL('../../', import.meta.url)

/** The programs under a folder of the project, in order. */
export function globSync(folder) {
  return readdirSync(new URL(`${folder}/`, root), { recursive: true })
    .filter((name) => name.endsWith('.mlir'))
    .sort()
    .map((name) => `${folder}/${name}`)
}

/** `{ path, text }`; the text without blank space at its end. */
export function readText(path) {
  return { path, text: readFileSync(new URL(path, root), 'utf8').trimEnd() }
}
