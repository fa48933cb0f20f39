// Writes the output of `paddock ops --where` as C++ rows: node write-places.mjs ROOT OUTPUT.inc
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { placesOf } from './places.mjs'

const words = { check: 'check', lower: 'lowering', quantized: 'quantized', explain: 'relation' }

/** Returns the lines of one operation, each `  label  places`. */
function linesOf({ row, form, functions, kernels, tests, page }) {
  const line = (label, text) => `  ${label.padEnd(10)}${text}\n`
  const list = (label, paths) => (paths.length === 0 ? '' : line(label, paths.join(' ')))
  const stage = (key) => (functions[key] === undefined ? '' : line(words[key], `${functions[key].files.join(' ')} ${functions[key].name}`))
  return [
    line('row', row),
    line('form', form === '' ? 'generic alone' : form),
    stage('check'), stage('lower'), stage('quantized'),
    list('kernels', kernels),
    stage('explain'),
    list('tests', tests),
    line('page', `docs/${page} of the documentation`),
  ].join('')
}

const [root, output] = process.argv.slice(2)
const rows = placesOf(root).map((place) => `{${JSON.stringify(place.name)}, ${JSON.stringify(linesOf(place))}},\n`)
const text = `// Generated from core/dialect/*.def and the sources; do not edit.\n${rows.join('')}`
mkdirSync(dirname(output), { recursive: true })
// An unchanged file keeps its timestamp, so that nothing is recompiled.
if (!existsSync(output) || readFileSync(output, 'utf8') !== text) writeFileSync(output, text)
