/// Programs, values and diagnostics as messages hold them.

/// A diagnostic as the engine writes it; offsets count UTF-8 bytes of the text.
export interface WireDiagnostic {
  severity: 'error' | 'warning'
  code: string
  message: string
  file: string
  line: number
  column: number
  end_line: number
  end_column: number
  begin: number
  end: number
  formula: string
  link: string
  notes: { message: string; begin: number; end: number }[]
  fixes: { label: string; begin: number; end: number; replacement: string; is_certain: boolean }[]
  is_consequence: boolean
  caused_by: { code: string; begin: number; end: number } | null
}

/// Range in bytes of the text.
export interface WireSpan {
  begin: number
  end: number
}

export interface WireParameter extends WireSpan {
  name: string
  type: string
  location: string
  elementType: string | null
  shape: number[]
  ranges: [number, number][]
  rangesOperand: string
  rangesOperation: string
  elements: WireParameter[] | null
}

export interface WireFunction extends WireSpan {
  name: string
  isPublic: boolean
  hasBody: boolean
  arguments: WireParameter[]
  results: WireParameter[]
}

/// A list, because a large program has many. Its numbers are begins and ends in bytes: of the definition, of the type there
/// (0 if the text has none), and of each use. `leaves`: elements of a tuple, or 0.
export type WireName = [
  name: string,
  type: string,
  location: string,
  leaves: 0 | { name: string; type: string }[],
  begin: number,
  end: number,
  typeBegin: number,
  typeEnd: number,
  ...uses: number[],
]

export interface WireDimension extends WireSpan {
  size: number | null
  places: WireSpan[]
  values: { name: string; begin: number; end: number; dimension: number }[]
}

/// A list, too. `sentence` is empty if none was asked for; `padding` is 0 for other operations than pad.
export type WireOperation = [
  name: string,
  depth: number,
  location: string,
  sentence: string,
  padding: 0 | { low: number[]; interior: number[] },
  operands: WireName[],
  results: WireName[],
  begin: number,
  end: number,
  nameBegin: number,
  nameEnd: number,
]

export interface WireValue extends WireSpan {
  location: string
  name: string
  type: string
  elementType: string
  shape: number[]
  count: number
  executions: number
  part: number
  nan: number
  infinite: number
  min: number | null
  max: number | null
  mean: number | null
  histogram: number[]
  elements?: unknown
}

export interface WireTensor {
  tensor: number
  type: string
  elementType: string
  shape: number[]
  byteSize: number
  preview?: WirePreview
}

/// Summary and elements that accompany a small tensor, which saves a request.
export interface WirePreview {
  bins: number
  summary: WireSummary
  /// All elements, as a window holds them; null if there are too many.
  cells: { values: ArrayBuffer; marks: ArrayBuffer } | null
}

/// Region of a tensor, in cells; see WindowOptions.
export interface WireWindow {
  slice: number
  top: number
  left: number
  rows: number
  columns: number
  rowsPerBlock: number
  columnsPerBlock: number
  wrap: number
  hasChannels: boolean
  value: 'largest' | 'min' | 'max' | 'mean'
}

export interface WireSummary {
  nan: number
  infinite: number
  min: number | null
  max: number | null
  mean: number | null
  histogram: number[]
}
