/// A range of a program's text in UTF-16 code units, as JavaScript and editors count.
export interface Range {
  /// Offset of the first unit.
  from: number
  /// Offset behind the last.
  to: number
}

/// Returns the position of each character of `text` that is longer than a byte: its offset in code
/// units and its offset in UTF-8 bytes, alternating. Most texts have few, so this is smaller than a
/// table of all characters.
export function findWide(text: string): Uint32Array<ArrayBuffer> {
  const places: number[] = []
  let longer = 0
  for (let i = 0; i < text.length; ++i) {
    if (text.charCodeAt(i) < 0x80) continue
    places.push(i, i + longer)
    const { units, bytes } = widthAt(text, i)
    longer += bytes - units
    i += units - 1
  }
  return Uint32Array.from(places)
}

/// An unpaired surrogate takes three bytes.
function widthAt(text: string, unit: number): { units: number; bytes: number } {
  const point = text.codePointAt(unit)!
  if (point > 0xffff) return { units: 2, bytes: 4 }
  return { units: 1, bytes: point < 0x800 ? 2 : 3 }
}

/// Converts between the engine's byte offsets and JavaScript's code units.
export class Offsets {
  /// `wide` is the result of `findWide` for the text.
  constructor(
    private readonly text: string,
    private readonly wide: Uint32Array,
  ) {}

  /// An offset within a character counts as its end.
  readonly unit = (byte: number): number => {
    if (this.wide.length === 0) return Math.min(byte, this.text.length)
    const { start, startByte, end, endByte } = this.before(1, byte)
    const unit = byte <= startByte ? start : byte <= endByte ? end : end + byte - endByte
    return Math.min(unit, this.text.length)
  }

  readonly byte = (unit: number): number => {
    const at = Math.min(Math.max(unit, 0), this.text.length)
    const { start, startByte, end, endByte } = this.before(0, at)
    return at <= start ? startByte : at <= end ? endByte : endByte + at - end
  }

  range({ begin, end }: { begin: number; end: number }): Range {
    return this.between(begin, end)
  }
  between(begin: number, end: number): Range {
    return { from: this.unit(begin), to: this.unit(end) }
  }
  bytes({ from, to }: Range): { begin: number; end: number } {
    return { begin: this.byte(from), end: this.byte(to) }
  }

  /// Returns the last wide character that begins at or before an offset, in code units if `side` is
  /// 0 or bytes if it is 1. If there is none, returns an empty one at the start.
  private before(side: 0 | 1, place: number): { start: number; startByte: number; end: number; endByte: number } {
    const { wide, text } = this
    let low = 0
    let high = wide.length / 2
    while (low < high) {
      const middle = (low + high) >> 1
      if (wide[2 * middle + side]! <= place) low = middle + 1
      else high = middle
    }
    if (low === 0) return { start: 0, startByte: 0, end: 0, endByte: 0 }
    const start = wide[2 * low - 2]!
    const startByte = wide[2 * low - 1]!
    const { units, bytes } = widthAt(text, start)
    return { start, startByte, end: start + units, endByte: startByte + bytes }
  }
}

/// Offsets for diagnostics that belong to no text.
export const nowhere = new Offsets('', new Uint32Array(0))
