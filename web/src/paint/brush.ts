import type { NamePlace, Program } from 'paddock-hlo'
import type { Shown } from '../stage/value-view.js'
import { numberText } from './literal.js'

/// Where painted numbers go: a literal of the text, or an input.
export interface Target {
  /// The brush touches the picture, and leaves it again: what lies between is one step.
  begin(shown: Shown): void
  write(index: number, number: string): void
  end(): void
}

/// Gives the values that can be painted their brushes.
export interface BrushSource {
  brushFor(program: Program, place: NamePlace): Promise<Brush | null>
}

/// Paints cells with one number. It is what somebody typed, or else the largest of the tensor;
/// a stroke that begins on a cell which has it already rubs out, with the smallest.
export class Brush {
  private number = ''
  private painted = new Set<number>()

  constructor(private readonly target: Target) {}

  /// `wanted` was typed, or is NaN.
  begin(index: number, current: number, wanted: number, shown: Shown): void {
    this.number = numberText(numberOf(current, wanted, shown), shown.tensor.elementType)
    this.painted = new Set()
    this.target.begin(shown)
    this.over(index)
  }

  over(index: number): void {
    if (this.painted.has(index)) return
    this.painted.add(index)
    this.target.write(index, this.number)
  }

  end(): void {
    this.target.end()
  }
}

/// What a stroke paints that nobody typed a number for, and what rubs it out.
export function usualNumbers({ summary, tensor }: Shown): { paint: number; rub: number } {
  if (tensor.elementType === 'i1') return { paint: 1, rub: 0 }
  const rub = Math.min(summary.min ?? 0, 0)
  const most = summary.max ?? 0
  return { paint: most > rub ? most : rub + 1, rub }
}

function numberOf(current: number, wanted: number, shown: Shown): number {
  const { paint, rub } = usualNumbers(shown)
  const number = Number.isNaN(wanted) ? paint : wanted
  return current === number ? rub : number
}
