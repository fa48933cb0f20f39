// ZIP archives as other programs write them.
import { crc32, deflateRawSync } from 'node:zlib'

/// Builds an archive of members by name: stored or deflated (by `pack`), with sizes after the data, or in ZIP64 fields.
export function archive(files, form = {}) {
  const locals = []
  const directory = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const { local, entry } = memberOf(name, content, form, offset)
    locals.push(local)
    directory.push(entry)
    offset += local.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, ...directory, end])
}

function memberOf(name, content, { isDeflated = false, pack = deflateRawSync, hasDescriptor = false, isZip64 = false }, offset) {
  const stored = isDeflated ? pack(content) : content
  const sizes = (size) => (isZip64 ? 0xffffffff : size)
  const fields = (flagged) => {
    const part = Buffer.alloc(26)
    part.writeUInt16LE(45, 0)
    part.writeUInt16LE(hasDescriptor ? 8 : 0, 2)
    part.writeUInt16LE(isDeflated ? 8 : 0, 4)
    if (!flagged) {
      part.writeUInt32LE(crc32(content), 10)
      part.writeUInt32LE(sizes(stored.length), 14)
      part.writeUInt32LE(sizes(content.length), 18)
    }
    part.writeUInt16LE(name.length, 22)
    part.writeUInt16LE(isZip64 ? 20 : 0, 24)
    return part
  }
  const extra = Buffer.alloc(isZip64 ? 20 : 0)
  if (isZip64) {
    extra.writeUInt16LE(1, 0)
    extra.writeUInt16LE(16, 2)
    extra.writeBigUInt64LE(BigInt(content.length), 4)
    extra.writeBigUInt64LE(BigInt(stored.length), 12)
  }
  const descriptor = hasDescriptor ? Buffer.from('PK\x07\x08' + '\0'.repeat(12), 'latin1') : Buffer.alloc(0)
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields(hasDescriptor), Buffer.from(name), extra, stored, descriptor])
  const place = Buffer.alloc(14)
  place.writeUInt32LE(offset, 10)
  const entry = Buffer.concat([Buffer.from('PK\x01\x02\x2d\x00', 'latin1'), fields(false), place, Buffer.from(name), extra])
  return { local, entry }
}

/// Returns a `.npy` file of `count` bytes, all zero unless `fill` sets them.
export function npyOfBytes(count, fill = Buffer.alloc(1)) {
  const header = `{'descr': '|u1', 'fortran_order': False, 'shape': (${count},), }\n`
  const size = Buffer.alloc(2)
  size.writeUInt16LE(header.length)
  return Buffer.concat([Buffer.from('\x93NUMPY\x01\x00', 'latin1'), size, Buffer.from(header), Buffer.alloc(count, fill)])
}
