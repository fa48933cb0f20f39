// write-engine-addresses.mjs MODULE SOURCE OBJECT...: for a module that shares an engine's memory, writes the assembler source
// of a table with the addresses of all that it imports from the engine, sorted by name, which compresses best. The engine links the
// table, so the imported functions need neither names nor exports of their own. OBJECT: those that the module was linked
// from, which have the signatures of functions whose addresses alone are taken.
import { readFileSync, writeFileSync } from 'node:fs'

/** Reader of the binary format. */
class Reader {
  at = 0
  constructor(bytes) {
    this.bytes = bytes
  }
  byte() {
    return this.bytes[this.at++]
  }
  number() {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte()
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
  }
  part() {
    const size = this.number()
    this.at += size
    return this.bytes.subarray(this.at - size, this.at)
  }
  name() {
    return new TextDecoder().decode(this.part())
  }
  list(read) {
    return Array.from({ length: this.number() }, read)
  }
}

function sections(bytes) {
  const reader = new Reader(bytes)
  reader.at = 8
  const found = new Map()
  while (reader.at < bytes.length) found.set(reader.byte(), reader.part())
  return found
}

const typeNames = new Map([[0x7f, 'i32'], [0x7e, 'i64'], [0x7d, 'f32'], [0x7c, 'f64'], [0x7b, 'v128']])

function readTypes(bytes) {
  const reader = new Reader(bytes)
  const names = () => `(${reader.list(() => typeNames.get(reader.byte())).join(', ')})`
  return reader.list(() => {
    reader.byte()
    return `${names()} -> ${names()}`
  })
}

/** Skips the limits of a memory or a table. */
function skipLimits(reader) {
  if (reader.number() & 1) reader.number()
  reader.number()
}

function readImports(bytes, types) {
  const reader = new Reader(bytes)
  return reader.list(() => {
    const [module, name, kind] = [reader.name(), reader.name(), reader.byte()]
    if (kind === 0) return { module, name, type: types[reader.number()] }
    if (kind === 1) reader.byte()
    if (kind === 3) reader.at += 2
    else skipLimits(reader)
    return { module, name, type: '' }
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
  return readImports(found.get(2), readTypes(found.get(1)))
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
