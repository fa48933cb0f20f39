/// Where the cells of a picture lie. The last two dimensions are rows and columns of a facet;
/// the facets of a higher rank stand side by side and below each other.
export interface Layout {
  /// Of one facet, in cells.
  rows: number
  columns: number
  /// Elements of one facet; a rank-1 strip that wraps leaves the end of its last row empty.
  cells: number
  facets: number
  /// Of all facets, those that are drawn.
  drawnFacets: number
  facetsAcross: number
  /// The side of a cell in CSS pixels, at least 1.
  cell: number
  /// Cells a side that share one pixel where there are more than pixels; else 1.
  bin: number
}

/// How large a picture may be, in CSS pixels.
export interface Room {
  width: number
  height?: number
  /// No cell is larger.
  largestCell?: number
}

const usualHeight = 560
const largestCell = 46
/// From this size on, a cell's number is printed into it.
export const numberedCell = 34
export const facetGap = 8
/// Of a picture of many facets; the rest is left out, and the legend says so.
const mostCells = 1_000_000

export function layOut(shape: readonly number[], room: Room): Layout {
  const { width, height: tallest = usualHeight, largestCell: most = largestCell } = room
  const columns = shape.at(-1) ?? 1
  if (shape.length === 1) return layOutStrip(columns, width, tallest, most)
  const rows = shape.at(-2) ?? 1
  const facets = shape.slice(0, -2).reduce((product, size) => product * size, 1)
  const cells = rows * columns
  const bin = Math.max(1, Math.ceil(columns / width), Math.ceil(rows / (2 * tallest)))
  const drawnFacets = Math.min(facets, Math.max(1, Math.floor(mostCells / Math.max(cells, 1))))
  const { facetsAcross, cell } = fitFacets(rows, columns, drawnFacets, width, tallest, most)
  return { rows, columns, cells, facets, drawnFacets, facetsAcross, cell, bin }
}

/// The arrangement with the largest cells.
function fitFacets(rows: number, columns: number, facets: number, width: number, tallest: number, most: number): { facetsAcross: number; cell: number } {
  let best = { facetsAcross: 1, cell: 0 }
  for (let across = 1; across <= Math.min(facets, 64); ++across) {
    const down = Math.ceil(facets / across)
    const byWidth = (width - (across - 1) * facetGap) / (across * columns)
    const byHeight = (tallest - (down - 1) * facetGap) / (down * rows)
    const cell = Math.floor(Math.min(byWidth, byHeight))
    if (cell > best.cell) best = { facetsAcross: across, cell }
  }
  return { ...best, cell: Math.min(Math.max(best.cell, 1), most) }
}

/// A strip wraps at the pane, with the largest cells that need no scrolling.
function layOutStrip(count: number, width: number, tallest: number, most: number): Layout {
  const fits = (size: number): boolean => Math.floor(width / size) * Math.floor(tallest / size) >= count
  let cell = Math.min(most, count * largestCell <= width ? largestCell : numberedCell)
  while (cell > 1 && !fits(cell)) --cell
  const columns = Math.min(count, Math.max(1, Math.floor(width / cell)))
  const rows = Math.ceil(count / columns)
  const bin = Math.max(1, Math.ceil(rows / (2 * tallest)))
  return { rows, columns, cells: count, facets: 1, drawnFacets: 1, facetsAcross: 1, cell, bin }
}
