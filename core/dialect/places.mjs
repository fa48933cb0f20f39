// Finds the sources that implement each operation of the table, for `paddock ops --where` and for the test of their
// locations.
import { readFileSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parseTable } from './parse.mjs'

/** Stages whose functions the table names: the key of a row, and the folder that defines the functions. */
export const stages = { check: 'core/check', lower: 'core/plan', quantized: 'core/plan/quantized', explain: 'core/explain' }

const filesIn = (root, folder, ending) => {
  const all = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
  const paths = all.filter((entry) => entry.isFile() && entry.name.endsWith(ending)).map((entry) => join(entry.parentPath, entry.name))
  return paths.map((path) => path.slice(root.length + 1).replaceAll('\\', '/')).sort()
}

const isProgram = (path) => /_(test|fuzz|main)\.cc$/.test(path)

/** Returns the texts of a folder's C++ sources by path, without tests. */
function sourcesOf(root, folder) {
  const paths = filesIn(root, folder, '.cc').filter((path) => !isProgram(path))
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

/** Returns the files that define a function: an unindented line has its name, and a body follows. */
function definitionsOf(sources, name) {
  const definition = new RegExp(`^[^\\s/#}].*(?<!::)\\b${name}\\([^;{]*\\{`, 'm')
  return [...sources].filter(([, text]) => definition.test(text)).map(([path]) => path)
}

const camel = (name) => name.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')

/** Finds kernels of element-wise operations by the names in their rows. */
class Kernels {
  #sources

  constructor(root) {
    const all = [...sourcesOf(root, 'simd/elementwise'), ...sourcesOf(root, 'simd/math')]
    this.#sources = all.filter(([path]) => path !== 'simd/elementwise/elementwise.cc')
  }

  of(kernel) {
    const row = new RegExp(`[({]"${kernel}"|\\bElementwiseOp::k${camel(kernel)}\\b`)
    return this.#sources.filter(([path, text]) => row.test(text) || basename(path, '.cc') === kernel).map(([path]) => path)
  }
}

const includedKernels = (text) => [...text.matchAll(/#include "(simd\/[a-z]+\/[^"]+)"/g)].map(([, path]) => path)

/**
 * Returns the places in the sources that implement each operation of the table.
 * @param {string} root the root of the checkout
 * @returns {{ name: string, family: string, row: string, form: string, functions: Record<string, { name: string, files: string[] }>,
 *   kernels: string[], tests: string[], page: string }[]}
 */
export function placesOf(root) {
  const tables = readdirSync(join(root, 'core/dialect')).filter((name) => name.endsWith('.def')).sort()
  const { ops } = parseTable(tables.map((name) => join(root, 'core/dialect', name)))
  const sources = Object.fromEntries(Object.entries(stages).map(([key, folder]) => [key, sourcesOf(root, folder)]))
  const found = new Map()
  const filesOf = (key, name) => {
    if (!found.has(`${key} ${name}`)) found.set(`${key} ${name}`, definitionsOf(sources[key], name))
    return found.get(`${key} ${name}`)
  }
  const readers = sourcesOf(root, 'core/text')
  const kernels = new Kernels(root)
  const programs = ['tests/ops', 'tests/check'].flatMap((folder) => filesIn(root, folder, '.mlir'))
  const programTexts = new Map(programs.map((path) => [path, readFileSync(join(root, path), 'utf8')]))

  const functionsOf = (op) => Object.fromEntries(
    Object.keys(stages).filter((key) => op[key]).map((key) => [key, { name: op[key], files: filesOf(key, op[key]) }]))
  const formOf = ({ format, where }) => {
    const custom = /^custom<(\w+)>$/.exec(format)
    if (custom === null) return format === '' ? '' : `core/dialect/${basename(where.file)}`
    return [...readers].filter(([path, text]) => /\/custom_/.test(path) && text.includes(`{"${custom[1]}"`)).map(([path]) => path).join(', ')
  }
  const kernelsOf = (op, functions) => {
    if (op.kernel) return kernels.of(op.kernel)
    return [...new Set((functions.lower?.files ?? []).flatMap((path) => includedKernels(sources.lower.get(path))))]
  }
  const testsOf = ({ name, family }) => {
    const word = new RegExp(`(?<![\\w.])${name.replace(/[.-]/g, '\\$&')}(?![\\w-])`)
    const all = [...programTexts].filter(([, text]) => word.test(text)).map(([path]) => path)
    const own = all.filter((path) => basename(dirname(path)) === family)
    const named = own.filter((path) => basename(path, '.mlir').replace(/^chlo_/, '') === name.slice(name.indexOf('.') + 1))
    return [named, own, all].find((paths) => paths.length > 0) ?? []
  }
  return ops.map((op) => {
    const functions = functionsOf(op)
    return {
      name: op.name,
      family: op.family,
      row: `core/dialect/${basename(op.where.file)}:${op.where.line}`,
      form: formOf(op),
      functions,
      kernels: kernelsOf(op, functions),
      tests: testsOf(op),
      page: `ops/${op.name}.html`,
    }
  })
}

/**
 * Returns a sentence for each function that only one family names and that is not in the family's file: `<family>.cc`,
 * or `<family>_<part>.cc`.
 */
export function misplaced(places) {
  const uses = new Map()
  for (const { family, functions } of places) {
    for (const [stage, { name, files }] of Object.entries(functions)) {
      const use = uses.get(`${stage} ${name}`) ?? { families: new Set(), files }
      use.families.add(family)
      uses.set(`${stage} ${name}`, use)
    }
  }
  // Rules on stored elements are shared, in one file.
  const own = [...uses].filter(([key, { families }]) => families.size === 1 && !key.startsWith('quantized '))
  const isAtHome = (file, family) => basename(file) === `${family}.cc` || basename(file).startsWith(`${family}_`)
  return own.flatMap(([key, { families: [family], files }]) =>
    files.some((file) => isAtHome(file, family)) ? [] : [`${key} of the family ${family} is in ${files.join(', ') || 'no file'}`])
}
