// Builds the page's only font, IBM Plex Mono in two weights, reduced to the characters of programs and formulas.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const folder = fileURLToPath(new URL('src/app/fonts', import.meta.url))
/// The folder of the font's package.
export const plex = createRequire(import.meta.url).resolve('@ibm/plex-mono/package.json').replace(/package\.json$/, '')
const weights = { 400: 'Regular', 600: 'SemiBold' }

const range = (first, last) => Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join('')
// Characters: ASCII, those of Latin-1 and of punctuation that occur in English, arrows, and in programs and formulas
// mathematics. Headings and names, which are semibold, have few of these. Characters that the font lacks are omitted.
const words = `${range(0x20, 0x7e)}\u00a0°±²³·×–—‘’“”…•←↑→↓−∞≈≠≤≥\u2009`
const characters = { 400: `${words}÷éµ↔⇒∂∆∈∏∑√∧∨∩∪∫≡⌈⌉⌊⌋`, 600: words }

/// A Vite plugin that writes src/app/fonts/*.woff2, which page.css names.
export function fonts() {
  return {
    name: 'paddock-fonts',
    async buildStart() {
      mkdirSync(folder, { recursive: true })
      for (const [weight, name] of Object.entries(weights)) {
        const whole = readFileSync(join(plex, 'fonts/complete/woff2', `IBMPlexMono-${name}.woff2`))
        writeFileSync(join(folder, `plex-mono-${weight}.woff2`), await subsetFont(whole, characters[weight], { targetFormat: 'woff2' }))
      }
    },
  }
}
