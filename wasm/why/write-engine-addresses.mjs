// write-engine-addresses.mjs MODULE SOURCE OBJECT...: for a module that shares an engine's memory, writes the assembler source
// of a table with the addresses of all that it imports from the engine, sorted by name, which compresses best. The engine links the
// table, so the imported functions need neither names nor exports of their own. OBJECT: those that the module was linked
// from, which have the signatures of functions whose addresses alone are taken.
import { readFileSync, writeFileSync } from 'node:fs'
import { Reader, readImports, sections } from '../link/binary.mjs'

const typeNames = new Map([[0x7f, 'i32'], [0x7e, 'i64'], [0x7d, 'f32'], [0x7c, 'f64'], [0x7b, 'v128']])

function readTypes(bytes) {
  const reader = new Reader(bytes)
  const names = () => `(${reader.list(() => typeNames.get(reader.byte())).join(', ')})`
  return reader.list(() => {
    reader.byte()
    return `${names()} -> ${names()}`
  })
}

/** Whether the linker imports it from the engine: a function, or the address of a function or of data. */
const isOfEngine = ({ module, type }) => type !== '' || module.startsWith('GOT.')

/** FNV-1a over the names, which names the module that the table belongs to. */
export function fingerprintOf(names) {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(names.join())) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}

function importsOf(path) {
  const found = sections(readFileSync(path))
  const types = readTypes(found.get(1))
  return readImports(found.get(2)).map(({ module, name, kind, index }) => ({ module, name, type: kind === 0 ? types[index] : '' }))
}

const [modulePath, sourcePath, ...objects] = process.argv.slice(2)
const imports = importsOf(modulePath).filter(isOfEngine).sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)))
const functions = objects.flatMap(importsOf).filter(({ type }) => type !== '')
const types = new Map(functions.map(({ name, type }) => [name, type]))
const names = [...new Set(imports.filter(({ module }) => module !== 'GOT.mem').map(({ name }) => name))]
const lines = [
  ...names.map((name) => `  .functype ${name} ${types.get(name)}`),
  '  .section .rodata.paddock_engine_addresses,"",@',
  '  .globl paddock_engine_addresses',
  '  .hidden paddock_engine_addresses',
  '  .p2align 2',
  'paddock_engine_addresses:',
  `  .int32 ${fingerprintOf(imports.map(({ name }) => name))}`,
  '  .int32 paddock_factor_functions',
  ...imports.map(({ name }) => `  .int32 ${name}`),
  `  .size paddock_engine_addresses, ${4 * (imports.length + 2)}`,
]
writeFileSync(sourcePath, lines.join('\n') + '\n')
