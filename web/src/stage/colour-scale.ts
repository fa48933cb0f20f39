/// Maps numbers to colours: one hue where all have one sign, two about a paper-coloured zero
/// where there are both.

export type Colour = readonly [red: number, green: number, blue: number]

const sequential = ['#F3F1EA', '#CFE3D2', '#93C5A5', '#4F9F7B', '#1F7656', '#0E4A39', '#062A22'].map(parse)
const diverging = ['#0B3F73', '#2F77B4', '#8DBBE0', '#F3F1EA', '#EBB07E', '#C0641C', '#7A3205'].map(parse)

export interface Scale {
  readonly minimum: number
  readonly maximum: number
  readonly isDiverging: boolean
  /// Of a finite number.
  colour(value: number): Colour
}

function parse(text: string): Colour {
  const bits = Number.parseInt(text.slice(1), 16)
  return [bits >> 16, (bits >> 8) & 255, bits & 255]
}

function interpolate(stops: readonly Colour[], position: number): Colour {
  const at = Math.min(Math.max(position, 0), 1) * (stops.length - 1)
  const low = Math.min(Math.floor(at), stops.length - 2)
  const a = stops[low]!
  const b = stops[low + 1]!
  const mix = (i: 0 | 1 | 2): number => Math.round(a[i] + (b[i] - a[i]) * (at - low))
  return [mix(0), mix(1), mix(2)]
}

/// The scale of the finite ones among `values`; [0, 0] if there are none.
export function scaleOf(values: Iterable<number>): Scale {
  let minimum = Infinity
  let maximum = -Infinity
  for (const value of values) {
    if (!Number.isFinite(value)) continue
    minimum = Math.min(minimum, value)
    maximum = Math.max(maximum, value)
  }
  if (minimum > maximum) minimum = maximum = 0
  const isDiverging = minimum < 0 && maximum > 0
  const reach = Math.max(-minimum, maximum)
  const span = maximum - minimum
  const colour = (value: number): Colour => {
    if (isDiverging) return interpolate(diverging, 0.5 + value / (2 * reach))
    if (span === 0) return interpolate(sequential, value === 0 ? 0 : 0.5)
    // Magnitude grows darker also where all numbers are negative.
    return interpolate(sequential, maximum <= 0 ? (maximum - value) / span : (value - minimum) / span)
  }
  return { minimum, maximum, isDiverging, colour }
}
