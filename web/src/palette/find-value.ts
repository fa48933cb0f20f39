import { windowMarks, type RunValues, type Tensor, type ValueSummary } from 'paddock-hlo'

/// A question about all values of a run.
export type ValueQuery = { kind: 'number'; low: number; high: number; text: string } | { kind: 'nan'; isRows: boolean; text: string } | { kind: 'infinity'; isRows: boolean; text: string }

/// A cell that a query asks for, or the rows.
export interface ValueHit {
  summary: ValueSummary
  /// `[3, 5]`, or `rows 2, 7`.
  place: string
  /// The number in the cell; null for rows.
  value: number | null
}

const number = /^(?:where(?:'s| is)?|find|value)?\s*([+\-−]?(?:\d[\d\u2009 ]*\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*\??$/i

/// Reads `0.3173`, `where is 0.3173?`, `NaN`, `rows with NaN`, `inf`; null for anything else. A number stands for all that
/// round to it.
export function readQuery(text: string): ValueQuery | null {
  const digits = number.exec(text.trim())?.[1]?.replace('−', '-').replace(/[\u2009 ]/g, '')
  if (digits !== undefined) return numberQuery(digits)
  const word = /^(?:(?:find|where is|cells with)\s+)?(rows?\s+with\s+)?(nan|[+-]?inf(?:inity)?|∞)s?\s*\??$/i.exec(text.trim())
  if (word === null) return null
  const isRows = word[1] !== undefined
  return /nan/i.test(word[2]!) ? { kind: 'nan', isRows, text: 'NaN' } : { kind: 'infinity', isRows, text: 'infinite' }
}

function numberQuery(digits: string): ValueQuery {
  const value = Number(digits)
  const [mantissa, exponent] = digits.toLowerCase().split('e')
  const decimals = mantissa!.split('.')[1]?.length
  // An integer is meant exactly.
  const half = decimals === undefined && exponent === undefined ? 0 : 0.5 * 10 ** (Number(exponent ?? 0) - (decimals ?? 0))
  return { kind: 'number', low: value - half, high: value + half, text: digits }
}

/// Cells of one request, read in a few milliseconds.
const mostCells = 50_000
const mostHits = 60
const mostInValue = 5

/// Finds the cells, value by value in the order of the text, while `isWanted` holds.
export async function* findValues(values: RunValues, textLength: number, process: number, query: ValueQuery, isWanted: () => boolean): AsyncGenerator<ValueHit> {
  let count = 0
  for (let from = 0; from < textLength && count < mostHits; from += 8_000) {
    for (const summary of await values.summaries(from, Math.min(from + 8_000, textLength), process)) {
      if (!isWanted() || count >= mostHits) return
      if (summary.from < from || !canHave(summary, query)) continue
      const tensor = await values.tensor(summary.from, process, Number(/#(\d+)/.exec(summary.name)?.[1] ?? 0), 0, summary.part)
      if (tensor === null) continue
      for (const hit of await hitsIn(tensor, query).finally(() => tensor.close())) {
        ++count
        yield { summary, ...hit }
      }
    }
  }
}

function canHave({ min, max, nan, infinite, elementType, count }: ValueSummary, query: ValueQuery): boolean {
  if (count === 0 || elementType.startsWith('complex')) return false
  if (query.kind === 'nan') return nan > 0
  if (query.kind === 'infinity') return infinite > 0
  return min !== null && min <= query.high && max! >= query.low
}

async function hitsIn(tensor: Tensor, query: ValueQuery): Promise<{ place: string; value: number | null }[]> {
  const columns = Math.max(tensor.shape.at(-1) ?? 1, 1)
  const rows = tensor.shape.slice(0, -1).reduce((product, size) => product * size, 1)
  const step = Math.max(1, Math.floor(mostCells / columns))
  const cells: { at: number; value: number }[] = []
  const isFull = (): boolean => query.kind === 'number' && cells.length >= mostInValue
  for (let top = 0; top < rows && !isFull(); top += step) {
    const { values, marks } = await tensor.window({ wrap: columns, top, rows: Math.min(step, rows - top) })
    for (let i = 0; i < marks.length && !isFull(); ++i) if (isHit(values[i]!, marks[i]!, query)) cells.push({ at: top * columns + i, value: valueOf(values[i]!, marks[i]!) })
  }
  if (query.kind !== 'number' && query.isRows) return [{ place: rowsText(cells.map(({ at }) => Math.floor(at / columns)), tensor.shape), value: null }]
  return cells.slice(0, mostInValue).map(({ at, value }) => ({ place: placeText(at, tensor.shape), value }))
}

function isHit(value: number, mark: number, query: ValueQuery): boolean {
  if (query.kind === 'nan') return (mark & windowMarks.nan) !== 0
  if (query.kind === 'infinity') return (mark & (windowMarks.infinity | windowMarks.negativeInfinity)) !== 0
  return mark === windowMarks.finite && query.low <= value && value <= query.high
}

const valueOf = (value: number, mark: number): number => (mark & windowMarks.nan ? NaN : mark & windowMarks.infinity ? Infinity : mark & windowMarks.negativeInfinity ? -Infinity : value)

/// Returns the indices of an element: `[3, 5]`; empty for a scalar.
function placeText(at: number, shape: readonly number[]): string {
  const indices: number[] = []
  for (let rest = at, i = shape.length - 1; i >= 0; --i) {
    indices.unshift(rest % shape[i]!)
    rest = Math.floor(rest / shape[i]!)
  }
  return indices.length === 0 ? '' : `[${indices.join(', ')}]`
}

/// Lists rows, each by its indices but the last one.
function rowsText(rows: readonly number[], shape: readonly number[]): string {
  const some = [...new Set(rows)]
  const outer = shape.slice(0, -1)
  const words = some.slice(0, 12).map((row) => placeText(row, outer).replace(/^\[(\d+)\]$/, '$1') || '0')
  return `${some.length === 1 ? 'row' : 'rows'} ${words.join(', ')}${some.length > 12 ? ` and ${some.length - 12} more` : ''}`
}
