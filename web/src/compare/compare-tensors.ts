import type { ElementType, Paddock, Program, Tensor } from 'paddock-hlo'
import { differenceProgram } from './difference-program.js'

export const isFloat = (type: ElementType): boolean => /^b?f\d/.test(type)

/// Differences of a value from its reference, as `paddock diff` defines them.
export interface Difference {
  /// Largest |a - b|, largest |a - b| / |b| where b is not 0, and largest |a - b| over the largest |b|.
  absolute: number
  relative: number
  scaled: number
  /// Largest distance in representable numbers of a's type; null unless both are floats.
  ulp: number | null
  /// Elements that are NaN or infinite on one side only.
  nonFinite: number
  /// a - b as f64, the caller's to close.
  tensor: Tensor
}

/// Compares tensors in the engine, with one program for each shape and pair of types.
export class Comparer {
  private readonly programs = new Map<string, Promise<Program>>()

  constructor(private readonly paddock: Paddock) {}

  /// Null if the shapes differ or the elements are complex.
  async compare(a: Tensor, b: Tensor): Promise<Difference | null> {
    const isSame = a.shape.length === b.shape.length && a.shape.every((size, i) => size === b.shape[i])
    if (!isSame || /complex/.test(a.elementType + b.elementType)) return null
    const text = differenceProgram(a.shape, a.elementType, b.elementType)
    if (!this.programs.has(text)) this.programs.set(text, this.paddock.parse(text))
    const program = await this.programs.get(text)!
    const { results } = await program.run({ inputs: [a, b] })
    const [tensor, relative, ulp] = results
    if (tensor == null || relative == null) throw new Error('the comparison was not computed')
    const [by, other, steps, reference] = await Promise.all([tensor.summary(0), relative.summary(0), ulp?.summary(0) ?? null, b.summary(0)])
    relative.close()
    ulp?.close()
    const absolute = largest(by)
    const size = largest(reference)
    return { absolute, relative: largest(other), scaled: absolute === 0 ? 0 : absolute / size, ulp: steps && largest(steps), nonFinite: by.nan + by.infinite, tensor }
  }

  close(): void {
    for (const program of this.programs.values()) void program.then((one) => one.close(), () => {})
  }
}

const largest = ({ min, max }: { min: number | null; max: number | null }): number => (min === null ? 0 : Math.max(Math.abs(min), Math.abs(max!)))
