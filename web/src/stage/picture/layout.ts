/// Layout of a picture's cells. The last two dimensions are rows and columns of a facet. Beyond
/// rank 2, dimensions of size 1 are dropped if others remain. Facets of a higher rank are in a
/// grid as long as they are large enough; beyond that the first dimensions have sliders.
export interface Layout {
  /// Dimensions that are pictured, in order.
  dimensions: readonly number[]
  /// Rows and columns of one facet, in cells.
  rows: number
  columns: number
  /// Elements of one facet. A wrapped rank-1 strip may leave the end of its last row empty.
  cells: number
  /// Number of facets in the picture at once.
  facets: number
  facetsAcross: number
  /// Number of leading dimensions that have sliders.
  slid: number
  /// Side of a cell in CSS pixels, at least 1.
  cell: number
  /// Cells a side that share one pixel, if there are more cells than pixels; else 1.
  bin: number
  /// Height of the labels above each of several facets, in CSS pixels; else 0.
  label: number
}

/// Largest size of a picture, in CSS pixels.
export interface Room {
  width: number
  height?: number
  /// Largest size of a cell.
  largestCell?: number
  /// Element that decides whether the background is dark. Default: that of the picture itself.
  ground?: Element
}

export const usualHeight = 560
/// Least height of a picture; in a smaller pane it scrolls.
export const leastHeight = 240
/// Height above a result's picture in its pane, and below it up to the end of its legend.
export const aroundResult = 137
export const largestCell = 46
/// Cell size from which the number is printed into the cell.
export const numberedCell = 34
export const facetGap = 8
const labelHeight = 15
/// Facets are shown together up to this number, this number of cells in all, and down to this cell size in pixels.
const mostFacets = 400
const mostCells = 200_000
const leastFacetCell = 2

/// Returns the dimensions to picture: those larger than 1, and if needed the last ones of size 1,
/// to have rows and columns.
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

/// Returns the arrangement with the largest cells, which may be smaller than a pixel.
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

/// Lays out a strip that wraps at the pane, with the largest cells that need no scrolling.
function layOutStrip(count: number, width: number, tallest: number, most: number): Placed {
  const fits = (size: number): boolean => Math.floor(width / size) * Math.floor(tallest / size) >= count
  let cell = Math.min(most, count * largestCell <= width ? largestCell : numberedCell)
  while (cell > 1 && !fits(cell)) --cell
  // With more elements than pixels, each pixel stands for a square block of `bin` x `bin` elements.
  const bin = fits(cell) ? 1 : Math.ceil(Math.sqrt(count / (width * tallest)))
  const columns = Math.min(count, Math.max(1, Math.floor((width * bin) / cell)))
  const rows = Math.ceil(count / columns)
  return { rows, columns, cells: count, facets: 1, facetsAcross: 1, slid: 0, cell, bin, label: 0 }
}
