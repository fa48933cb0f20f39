import type { Program } from 'paddock-hlo'
import { shortNumber } from '../numbers.js'
import type { Shown } from '../stage/value-view.js'
import { elementText, magnitude, parseElement, type Element } from './numbers.js'

/// Where painted numbers go: a literal or a comment of the text, or an input.
export interface Target {
  /// The brush touches the picture, and leaves it again: what lies between is one step.
  begin(shown: Shown): void
  write(index: number, element: string): void
  end(): void
}

/// A value by where its name is defined.
export interface PaintPlace {
  from: number
  type: string
  /// Number of the leaf of a tuple; 0 for any other type.
  part: number
}

/// A brush; or why a value that somebody may want to paint has none; null of all others.
export type Painting = Brush | string | null
export type BrushFor = (place: PaintPlace) => Promise<Painting>

/// Gives the values that can be painted their brushes.
export interface BrushSource {
  brushFor(program: Program, place: PaintPlace): Promise<Painting>
}

/// Paints cells with one number. It is what somebody typed, or else the largest of the tensor;
/// a stroke that begins on a cell which has it already rubs out, with the smallest.
export class Brush {
  private element = ''
  private painted = new Set<number>()

  constructor(private readonly target: Target) {}

  /// `typed` may be empty.
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

  end(): void {
    this.target.end()
  }
}

/// Whether a cell that shows `current` has this element already: it may have been rounded.
function isShownAs(element: Element, current: number, elementType: string): boolean {
  const isFloat = /f\d/.test(elementType)
  const wanted = magnitude(element)
  return isFloat ? Math.abs(wanted - current) <= Math.abs(wanted) * 1e-5 : wanted === current
}

/// What a stroke paints that nobody typed a number for, and what rubs it out.
function usualElements({ summary, tensor }: Shown): { paint: Element; rub: Element } {
  if (tensor.elementType === 'i1') return { paint: [1], rub: [0] }
  const isPair = tensor.elementType.startsWith('complex')
  const rub = isPair ? 0 : Math.min(summary.min ?? 0, 0)
  const most = summary.max ?? 0
  const paint = most > rub ? most : rub + 1
  return isPair ? { paint: [paint, 0], rub: [0, 0] } : { paint: [paint], rub: [rub] }
}

/// That number, for the field where another one is typed.
export function usualText(shown: Shown): string {
  const { paint } = usualElements(shown)
  if (shown.tensor.elementType === 'i1') return 'true'
  return paint.map((part) => shortNumber(Number(part), 4)).join(', ')
}
