// The code of links for tests in Node, and a second writer of them that shares nothing with it.
import { deflateRawSync, crc32 } from 'node:zlib'
import { build } from 'esbuild'
import { fileURLToPath } from 'node:url'

const stdin = { contents: "export * from './fragment.ts'\nexport * from './program-fragment.ts'\nexport * from './shared-program.ts'", resolveDir: fileURLToPath(new URL('../src/link', import.meta.url)) }
const { outputFiles: [{ text }] } = await build({ stdin, bundle: true, write: false, format: 'esm', platform: 'node' })

export const { decodeFragment, encodeFragment, isProgramFragment, LinkError, mostBytes, readShared, safeLength, writeShared } = await import(`data:text/javascript,${encodeURIComponent(text)}`)

/** The fragment of these deflated bytes. */
export function fragmentOf(deflated, version = 1) {
  const body = deflated.toString('base64url') + crc32(deflated).toString(16).padStart(8, '0')
  return `p${version}.${body.length.toString(36)}.${body}`
}

/** The fragment of an object or a JSON text. */
export const fragmentOfJson = (json) => fragmentOf(deflateRawSync(typeof json === 'string' ? json : JSON.stringify(json)))

/** The content of a link with a program alone. */
export const plain = (text) => ({
  text,
  example: null,
  inputs: { sources: [], sizes: [], feeds: [] },
  grid: null,
  numerics: 'portable',
  flavour: 'baseline',
  view: { cursor: null, execution: null, process: 0, tab: null, pin: null },
})
