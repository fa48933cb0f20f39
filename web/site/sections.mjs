// Pages of the site, by section and in order. A Markdown file not named here stands at the end of "More".
import { readFileSync, readdirSync } from 'node:fs'

const root = new URL('../../', import.meta.url)

/** Files of each section, by path from the root of the project. */
const named = {
  Start: ['README.md', 'docs/examples.md', 'docs/from-jax.md', 'docs/from-pytorch.md'],
  Guide: ['docs/dynamism.md', 'docs/quantization.md', 'docs/grid.md', 'docs/machine-model.md', 'docs/element.md', 'docs/codemirror.md'],
  Reference: ['docs/command.md', 'docs/javascript.md', 'docs/files.md', 'docs/custom-calls.md', 'docs/type-support.md'],
  Trust: ['docs/trust.md', 'docs/numerics.md', 'docs/deviations.md', 'docs/testing.md', 'docs/performance.md', 'docs/asymptotics.md'],
  More: ['docs/architecture.md', 'docs/adding-an-op.md', 'docs/glossary.md', 'core/dialect/README.md', 'core/plan/README.md', 'HACKING.md', 'CONTRIBUTING.md', 'docs/dependencies.md'],
}

/** Returns the path of a Markdown file's page in the site. */
export function pathOf(markdown) {
  if (markdown === 'README.md') return 'index.html'
  if (markdown === 'core/dialect/README.md') return 'op-table.html'
  if (markdown === 'core/plan/README.md') return 'planning.html'
  return `${markdown.replace(/^docs\//, '').replace(/\.md$/, '').toLowerCase()}.html`
}

/** Pages that are generated from sources, by what Markdown files link to in the project. */
export const generated = { 'wasm/package/src/api.ts': 'javascript-reference.html', 'core/api/program.h': 'cpp.html' }

/** Returns every Markdown page: `{ file, path, section, text }`. */
export function guides() {
  const present = new Set(['README.md', 'HACKING.md', 'CONTRIBUTING.md', 'core/dialect/README.md', 'core/plan/README.md'])
  for (const name of readdirSync(new URL('docs/', root), { recursive: true })) if (name.endsWith('.md')) present.add(`docs/${name}`)
  const known = new Set(Object.values(named).flat())
  const all = { ...named, More: [...named.More, ...[...present].filter((file) => !known.has(file))] }
  return Object.entries(all).flatMap(([section, files]) =>
    files.filter((file) => present.has(file)).map((file) => ({ file, path: pathOf(file), section, text: readFileSync(new URL(file, root), 'utf8') })))
}

/** Returns the drawings that guides show: path in the site and text of each. */
export function drawings() {
  const names = readdirSync(new URL('docs/', root)).filter((name) => name.endsWith('.svg'))
  return names.map((name) => [name, readFileSync(new URL(`docs/${name}`, root), 'utf8')])
}

/** Returns the sections of the navigation: `{ name, pages }`. Pages without a section are reached from others. */
export function sectionsOf(pages) {
  return Object.keys(named).map((name) => ({ name, pages: pages.filter(({ section }) => section === name) }))
}
