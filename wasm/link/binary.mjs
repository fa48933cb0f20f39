// Reader of WebAssembly's binary format.
export class Reader {
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

/** Returns the last section of each kind by its number. */
export function sections(bytes) {
  const reader = new Reader(bytes)
  reader.at = 8
  const found = new Map()
  while (reader.at < bytes.length) found.set(reader.byte(), reader.part())
  return found
}

/** Skips the limits of a memory or a table. */
function skipLimits(reader) {
  if (reader.number() & 1) reader.number()
  reader.number()
}

/** Returns the imports of the import section. Functions have the kind 0 and the index of their type. */
export function readImports(bytes) {
  const reader = new Reader(bytes)
  return reader.list(() => {
    const [module, name, kind] = [reader.name(), reader.name(), reader.byte()]
    if (kind === 0) return { module, name, kind, index: reader.number() }
    if (kind === 1) reader.byte()
    if (kind === 3) reader.at += 2
    else skipLimits(reader)
    return { module, name, kind }
  })
}
