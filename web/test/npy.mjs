/** A vector of f32 in numpy's form. */
export function npyOf(values) {
  const header = `{'descr': '<f4', 'fortran_order': False, 'shape': (${values.length},), }`.padEnd(117) + '\n'
  const bytes = Buffer.alloc(128 + 4 * values.length)
  bytes.write('\x93NUMPY\x01\x00', 0, 'latin1')
  bytes.writeUInt16LE(118, 8)
  bytes.write(header, 10, 'latin1')
  values.forEach((value, i) => bytes.writeFloatLE(value, 128 + 4 * i))
  return bytes
}
