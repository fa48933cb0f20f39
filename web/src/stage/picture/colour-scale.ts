/// Maps numbers to colours: one hue if all have one sign, two with the pane's colour at zero if
/// there are both. Magnitude is darker on a light pane and brighter on a dark one.

export type Colour = readonly [red: number, green: number, blue: number]

/// The colours of one theme.
export interface Ramps {
  readonly sequential: readonly Colour[]
  readonly diverging: readonly Colour[]
  /// Colour of a true cell.
  readonly filled: Colour
  /// Colours of the pane, of text on it, and of NaN.
  readonly paper: Colour
  readonly ink: Colour
  readonly nan: Colour
}

const lightRamps: Ramps = {
  sequential: ['#F3F1EA', '#CFE3D2', '#93C5A5', '#4F9F7B', '#1F7656', '#0E4A39', '#062A22'].map(parse),
  diverging: ['#0B3F73', '#2F77B4', '#8DBBE0', '#F3F1EA', '#EBB07E', '#C0641C', '#7A3205'].map(parse),
  filled: parse('#1F7656'),
  paper: parse('#F3F1EA'),
  ink: parse('#1C211E'),
  nan: parse('#A3178F'),
}

export const darkRamps: Ramps = {
  sequential: ['#1A1F1C', '#1D4133', '#24644B', '#378A67', '#5CB188', '#98D3B3', '#E6F6EA'].map(parse),
  diverging: ['#C4E2FA', '#66AEE8', '#2A659C', '#1A1F1C', '#8C4A17', '#DF883C', '#FCDDB6'].map(parse),
  filled: parse('#5CB188'),
  paper: parse('#1A1F1C'),
  ink: parse('#E7EAE4'),
  nan: parse('#F08BDD'),
}

const rampsOf = (isDark: boolean): Ramps => (isDark ? darkRamps : lightRamps)

export interface Range {
  readonly minimum: number
  readonly maximum: number
}

/// Position of a number on the colours, from 0 to 1: (value - base) / reach + start.
export interface Line {
  readonly base: number
  readonly reach: number
  readonly start: number
}

export interface Scale extends Range {
  readonly isDiverging: boolean
  readonly line: Line
  readonly ramps: Ramps
  /// Colours of equal steps from 0 to 1, as the bits of pixels.
  pixels(): Uint32Array
  /// Whether the elements are i1: true is filled, false hollow.
  readonly isTruth: boolean
  /// Returns the colour of a finite number. Beyond the ends it is that of the end.
  colour(value: number): Colour
  /// Returns the colour as the bits of a pixel, rounded to one of a thousand steps.
  pixel(value: number): number
}

function parse(text: string): Colour {
  const bits = Number.parseInt(text.slice(1), 16)
  return [bits >> 16, (bits >> 8) & 255, bits & 255]
}

/// Formats a colour as `#f3f1ea`.
export const hexOf = (colour: Colour): string => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`

function interpolate(stops: readonly Colour[], position: number): Colour {
  const at = Math.min(Math.max(position, 0), 1) * (stops.length - 1)
  const low = Math.min(Math.floor(at), stops.length - 2)
  const a = stops[low]!
  const b = stops[low + 1]!
  const mix = (i: 0 | 1 | 2): number => Math.round(a[i] + (b[i] - a[i]) * (at - low))
  return [mix(0), mix(1), mix(2)]
}

/// Byte order of ImageData; every machine with WebAssembly is little-endian.
export function pixelOf([red, green, blue]: Colour): number {
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0
}

function lineOf({ minimum, maximum }: Range): Line {
  const span = maximum - minimum
  if (minimum < 0 && maximum > 0) return { base: 0, reach: 2 * Math.max(-minimum, maximum), start: 0.5 }
  if (span === 0) return { base: 0, reach: Infinity, start: minimum === 0 ? 0 : 0.5 }
  // Magnitude grows away from the pane's colour also if all numbers are negative.
  return maximum <= 0 ? { base: maximum, reach: -span, start: 0 } : { base: minimum, reach: span, start: 0 }
}

const steps = 1024

export function scaleOf({ minimum, maximum }: Range, isDark = false): Scale {
  const isDiverging = minimum < 0 && maximum > 0
  const ramps = rampsOf(isDark)
  const stops = isDiverging ? ramps.diverging : ramps.sequential
  const line = lineOf({ minimum, maximum })
  const position = (value: number): number => (value - line.base) / line.reach + line.start
  let made: Uint32Array | undefined
  const pixels = (): Uint32Array => (made ??= Uint32Array.from({ length: steps + 1 }, (_, i) => pixelOf(interpolate(stops, i / steps))))
  return {
    minimum,
    maximum,
    isDiverging,
    line,
    ramps,
    pixels,
    isTruth: false,
    colour: (value) => interpolate(stops, position(value)),
    pixel: (value) => pixels()[Math.round(Math.min(Math.max(position(value), 0), 1) * steps)]!,
  }
}

function truthScaleOf(ramps: Ramps): Scale {
  return {
    minimum: 0,
    maximum: 1,
    isDiverging: false,
    isTruth: true,
    line: { base: 0, reach: 1, start: 0 },
    ramps,
    // False cells are not filled.
    pixels: () => Uint32Array.of(0, pixelOf(ramps.filled)),
    colour: (value) => (value === 0 ? ramps.paper : ramps.filled),
    pixel: (value) => (value === 0 ? 0 : pixelOf(ramps.filled)),
  }
}

const truthScales = [truthScaleOf(lightRamps), truthScaleOf(darkRamps)] as const

export const truthScale = (isDark: boolean): Scale => truthScales[isDark ? 1 : 0]

/// Returns the smallest range that contains several; 0 .. 0 for none.
export function rangeOf(ranges: readonly Range[]): Range {
  if (ranges.length === 0) return { minimum: 0, maximum: 0 }
  return { minimum: Math.min(...ranges.map(({ minimum }) => minimum)), maximum: Math.max(...ranges.map(({ maximum }) => maximum)) }
}
