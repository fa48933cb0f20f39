import type { Program } from 'paddock-hlo'
import { shortNumber } from '../shared/numbers.js'
import type { Shown } from '../stage/picture/shown.js'
import type { Stroke, StrokeHistory } from './stroke-history.js'
import { elementText, magnitude, parseElement, type Element } from './numbers.js'

/// Target of painted numbers: a literal or a comment of the text, or an input.
export interface Target {
  /// Begins and ends a stroke, whose changes are one step of the history.
  begin(shown: Shown): void
  write(index: number, element: string): void
  /// Resolves when the stroke is a step of the history.
  end(): Promise<void>
}

/// A value, identified by the offset of its name at the definition.
export interface PaintPlace {
  from: number
  type: string
  /// Number of the leaf of a tuple; 0 for any other type.
  part: number
}

/// A brush; the reason why a value that looks paintable has none; or null for other values.
export type Painting = Brush | string | null

/// Provides brushes for values that can be painted.
export interface BrushSource {
  brushFor(program: Program, place: PaintPlace): Promise<Painting>
}

/// Paints cells with one number: the typed one, or else the largest of the tensor. A stroke that
/// begins on a cell with that number erases instead, with the smallest.
export class Brush {
  private element = ''
  private painted = new Set<number>()

  constructor(
    private readonly target: Target,
    readonly history: StrokeHistory,
  ) {}

  /// Returns the typed text, which may be empty.
  begin(index: number, current: number, typed: string, shown: Shown): void {
    const { elementType } = shown.tensor
    const { paint, rub } = usualElements(shown)
    const wanted = parseElement(typed, elementType) ?? paint
    this.element = elementText(isShownAs(wanted, current, elementType) ? rub : wanted, elementType)
    this.painted = new Set()
    this.target.begin(shown)
    this.over(index)
  }

  over(index: number): void {
    if (this.painted.has(index)) return
    this.painted.add(index)
    this.target.write(index, this.element)
  }

  async end(): Promise<Stroke> {
    await this.target.end()
    return this.history.done()
  }
}

/// Whether a cell that shows `current`, possibly rounded, has this element already.
function isShownAs(element: Element, current: number, elementType: string): boolean {
  const isFloat = /f\d/.test(elementType)
  const wanted = magnitude(element)
  return isFloat ? Math.abs(wanted - current) <= Math.abs(wanted) * 1e-5 : wanted === current
}

/// Returns the elements that a stroke paints and erases with if no number is typed.
function usualElements({ summary, tensor }: Shown): { paint: Element; rub: Element } {
  if (tensor.elementType === 'i1') return { paint: [1], rub: [0] }
  const isPair = tensor.elementType.startsWith('complex')
  const rub = isPair ? 0 : Math.min(summary.min ?? 0, 0)
  const most = summary.max ?? 0
  const paint = most > rub ? most : rub + 1
  return isPair ? { paint: [paint, 0], rub: [0, 0] } : { paint: [paint], rub: [rub] }
}

/// Returns that number, as the placeholder of the field.
export function usualText(shown: Shown): string {
  const { paint } = usualElements(shown)
  if (shown.tensor.elementType === 'i1') return 'true'
  return paint.map((part) => shortNumber(Number(part), 4)).join(', ')
}
