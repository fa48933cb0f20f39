/// Modules that work in an engine's memory import it. With threads that memory is shared, which is a part of its type.

const importSection = 2
const memoryKind = 2
/// Flags of a shared memory with a greatest size, a least size of 0, and 65536 pages.
const sharedMemory = [3, 0, 0x80, 0x80, 4]

/// Returns the module with a shared memory in place of the one that it imports.
export function withSharedMemory(module: Uint8Array): Uint8Array<ArrayBuffer> {
  const reader = new Reader(module, 8)
  while (reader.at < module.length) {
    const start = reader.at
    const kind = reader.byte()
    const size = reader.number()
    const content = reader.at
    reader.at += size
    if (kind !== importSection) continue
    const changed = changedImports(module.subarray(content, reader.at))
    return joined([module.subarray(0, start), [importSection, ...numberBytes(changed.length)], changed, module.subarray(reader.at)])
  }
  return module.slice()
}

function changedImports(section: Uint8Array): Uint8Array<ArrayBuffer> {
  const reader = new Reader(section, 0)
  for (let left = reader.number(); left > 0; --left) {
    reader.skipName()
    reader.skipName()
    const kind = reader.byte()
    const start = reader.at
    skipType(reader, kind)
    if (kind === memoryKind) return joined([section.subarray(0, start), sharedMemory, section.subarray(reader.at)])
  }
  return section.slice()
}

/// Skips the type of an import: a function 0, a table 1, a memory 2, a global 3, or an exception 4.
function skipType(reader: Reader, kind: number): void {
  if (kind === 1 || kind === 3 || kind === 4) reader.byte()
  if (kind === 1 || kind === memoryKind) return reader.skipLimits()
  reader.number()
}

class Reader {
  constructor(
    private readonly bytes: Uint8Array,
    public at: number,
  ) {}

  byte(): number {
    return this.bytes[this.at++]!
  }
  /// Reads an unsigned LEB128.
  number(): number {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte()
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }
  skipName(): void {
    const size = this.number()
    this.at += size
  }
  skipLimits(): void {
    const flags = this.byte()
    this.number()
    if (flags & 1) this.number()
  }
}

function numberBytes(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...numberBytes(value >>> 7)]
}

function joined(parts: readonly ArrayLike<number>[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
