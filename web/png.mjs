// Writes PNG files (RFC 2083).
import { crc32, deflateSync } from 'node:zlib'

/** Encodes a picture; `colourAt(row, column)` returns red, green and blue. */
export function pngOf(rows, columns, colourAt) {
  const line = 1 + 3 * columns
  const raw = Buffer.alloc(rows * line)
  for (let row = 0; row < rows; ++row) {
    for (let column = 0; column < columns; ++column) raw.set(colourAt(row, column), row * line + 1 + 3 * column)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(columns, 0)
  header.writeUInt32BE(rows, 4)
  // Colour type: 8 bits for each of red, green and blue.
  header.set([8, 2], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(raw, { level: 9 })), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
