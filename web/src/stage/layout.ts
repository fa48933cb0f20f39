/// Where the cells of a picture lie. Dimensions of size 1 take no part beyond rank 2 if others are
/// left; of the others the last two are rows and columns of a facet;
/// the facets of a higher rank stand side by side and below each other, as far as they can be
/// told apart: beyond that the first dimensions have sliders.
export interface Layout {
  /// Those that take part, in order.
  dimensions: readonly number[]
  /// Of one facet, in cells.
  rows: number
  columns: number
  /// Elements of one facet; a rank-1 strip that wraps leaves the end of its last row empty.
  cells: number
  /// How many are in the picture at once.
  facets: number
  facetsAcross: number
  /// So many of the first dimensions have sliders.
  slid: number
  /// The side of a cell in CSS pixels, at least 1.
  cell: number
  /// Cells a side that share one pixel where there are more than pixels; else 1.
  bin: number
  /// The room for the indices above each of several facets, in CSS pixels; else 0.
  label: number
}

/// How large a picture may be, in CSS pixels.
export interface Room {
  width: number
  height?: number
  /// No cell is larger.
  largestCell?: number
  /// Whether it is on a dark ground; left out: that of the page is looked up.
  isDark?: boolean
}

export const usualHeight = 560
/// A picture that is less tall says little; the pane scrolls instead.
export const leastHeight = 240
/// What stands above a result's picture in its pane, and below it until its legend ends.
export const aroundResult = 137
export const largestCell = 46
/// From this size on, a cell's number is printed into it.
export const numberedCell = 34
export const facetGap = 8
export const labelHeight = 15
/// Facets stand together if there are not more, and not more cells in all, and if a cell has
/// this many pixels.
const mostFacets = 400
const mostCells = 200_000
const leastFacetCell = 2

/// Of the dimensions of one position as many stay as make rows and columns, those nearest the end.
function picturedDimensions(shape: readonly number[]): number[] {
  const kept = shape.flatMap((size, dimension) => (size === 1 ? [] : [dimension]))
  for (let dimension = shape.length - 1; dimension >= 0 && kept.length < 2; --dimension) {
    if (shape[dimension] === 1) kept.push(dimension)
  }
  return kept.sort((a, b) => a - b)
}

export function layOut(whole: readonly number[], room: Room): Layout {
  const dimensions = whole.length < 3 ? whole.map((_, i) => i) : picturedDimensions(whole)
  return { ...layOutSizes(dimensions.map((dimension) => whole[dimension]!), room), dimensions }
}

type Placed = Omit<Layout, 'dimensions'>

function layOutSizes(shape: readonly number[], room: Room): Placed {
  const { width, height: tallest = usualHeight, largestCell: most = largestCell } = room
  const columns = shape.at(-1) ?? 1
  if (shape.length === 1) return layOutStrip(columns, width, tallest, most)
  const rows = shape.at(-2) ?? 1
  const cells = rows * columns
  for (let slid = 0; ; ++slid) {
    const facets = shape.slice(slid, -2).reduce((product, size) => product * size, 1)
    const { facetsAcross, cell } = fitFacets(rows, columns, Math.min(facets, mostFacets), width, tallest, most)
    const isTogether = facets <= mostFacets && facets * cells <= mostCells && cell >= leastFacetCell
    if (facets > 1 && !isTogether && slid < shape.length - 2) continue
    const bin = Math.max(1, Math.ceil(columns / width), Math.ceil(rows / tallest))
    return { rows, columns, cells, facets, facetsAcross, slid, cell: Math.max(cell, 1), bin, label: facets > 1 ? labelHeight : 0 }
  }
}

/// The arrangement with the largest cells; they may be smaller than a pixel.
function fitFacets(rows: number, columns: number, facets: number, width: number, tallest: number, most: number): { facetsAcross: number; cell: number } {
  let best = { facetsAcross: 1, cell: 0 }
  for (let across = 1; across <= Math.min(facets, 64); ++across) {
    const down = Math.ceil(facets / across)
    const byWidth = (width - (across - 1) * facetGap) / (across * columns)
    const labels = facets > 1 ? down * labelHeight : 0
    const byHeight = (tallest - labels - (down - 1) * facetGap) / (down * rows)
    const cell = Math.floor(Math.min(byWidth, byHeight))
    if (cell > best.cell) best = { facetsAcross: across, cell }
  }
  return { ...best, cell: Math.min(best.cell, most) }
}

/// A strip wraps at the pane, with the largest cells that need no scrolling.
function layOutStrip(count: number, width: number, tallest: number, most: number): Placed {
  const fits = (size: number): boolean => Math.floor(width / size) * Math.floor(tallest / size) >= count
  let cell = Math.min(most, count * largestCell <= width ? largestCell : numberedCell)
  while (cell > 1 && !fits(cell)) --cell
  // Of more elements than pixels, a row has as many as make a square of pixels fill the pane.
  const bin = fits(cell) ? 1 : Math.ceil(Math.sqrt(count / (width * tallest)))
  const columns = Math.min(count, Math.max(1, Math.floor((width * bin) / cell)))
  const rows = Math.ceil(count / columns)
  return { rows, columns, cells: count, facets: 1, facetsAcross: 1, slid: 0, cell, bin, label: 0 }
}
