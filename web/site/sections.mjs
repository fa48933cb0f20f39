// Pages of the site, by section and in order. A Markdown file not named here is at the end of "Inside".
import { readFileSync, readdirSync } from 'node:fs'

const root = new URL('../../', import.meta.url)

/** Files of each section, by path from the root of the project. */
const named = {
  Start: ['README.md', 'docs/tour.md', 'docs/examples.md'],
  Guides: [
    'docs/from-jax.md', 'docs/jax.md', 'docs/from-pytorch.md', 'docs/javascript.md', 'docs/cplusplus.md', 'docs/c.md', 'docs/python.md', 'docs/builder.md', 'docs/element.md', 'docs/editors.md', 'docs/codemirror.md', 'docs/sharing.md', 'docs/debugging.md', 'docs/speed.md', 'docs/grid.md',
    'docs/machine-model.md', 'docs/dynamism.md', 'docs/quantization.md',
  ],
  Reference: ['docs/command.md', 'docs/files.md', 'docs/artifacts.md', 'docs/custom-calls.md', 'docs/xla-operations.md', 'docs/numerics.md', 'docs/type-support.md', 'docs/glossary.md'],
  Trust: ['docs/trust.md', 'docs/deviations.md', 'docs/performance.md', 'docs/asymptotics.md'],
  Inside: [
    'docs/architecture.md', 'docs/adding-an-op.md', 'core/dialect/README.md', 'core/check/README.md', 'core/plan/README.md', 'docs/testing.md', 'HACKING.md', 'CONTRIBUTING.md',
    'docs/dependencies.md',
  ],
}

/** Returns the path of a Markdown file's page in the site. */
export function pathOf(markdown) {
  if (markdown === 'README.md') return 'index.html'
  if (markdown === 'core/dialect/README.md') return 'op-table.html'
  if (markdown === 'core/check/README.md') return 'checks.html'
  if (markdown === 'core/plan/README.md') return 'planning.html'
  return `${markdown.replace(/^docs\//, '').replace(/\.md$/, '').toLowerCase()}.html`
}

/** Pages that are generated from sources, by what Markdown files link to in the project. */
export const generated = { 'wasm/package/src/api.ts': 'javascript-reference.html', 'core/api/program.h': 'cpp.html', 'core/c/paddock.h': 'c-reference.html' }

/** Returns every Markdown page: `{ file, path, section, text }`. */
export function guides() {
  const present = new Set(['README.md', 'HACKING.md', 'CONTRIBUTING.md', 'core/dialect/README.md', 'core/check/README.md', 'core/plan/README.md'])
  for (const name of readdirSync(new URL('docs/', root), { recursive: true })) if (name.endsWith('.md')) present.add(`docs/${name}`)
  const known = new Set(Object.values(named).flat())
  const all = { ...named, Inside: [...named.Inside, ...[...present].filter((file) => !known.has(file))] }
  return Object.entries(all).flatMap(([section, files]) =>
    files.filter((file) => present.has(file)).map((file) => ({ file, path: pathOf(file), section, text: readFileSync(new URL(file, root), 'utf8') })))
}

/** Returns the pictures that guides show: path in the site and bytes of each. */
export function pictures() {
  const names = readdirSync(new URL('docs/', root)).filter((name) => /\.(?:svg|png)$/.test(name))
  return names.map((name) => [name, readFileSync(new URL(`docs/${name}`, root))])
}

/** Returns the sections of the navigation: `{ name, pages }`. Pages without a section are reached from others. */
export function sectionsOf(pages) {
  return Object.keys(named).map((name) => ({ name, pages: pages.filter(({ section }) => section === name) }))
}
