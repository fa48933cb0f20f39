import type { ElementType, Paddock, Program, Tensor, TensorDifference } from 'paddock-hlo'
import { roundingProgram, subtractionProgram } from './difference-programs.js'

export const isFloat = (type: ElementType): boolean => /^b?f\d/.test(type)
export const isComplex = (type: ElementType): boolean => type.startsWith('complex')

/// Differences of a value from its reference, as `paddock diff` computes them. Between two floating-point types, `ulp`
/// counts representable numbers of the value's type, to which the reference is rounded.
export type Difference = TensorDifference

/// Compares tensors in an engine, wherever they are.
export class Comparer {
  private readonly programs = new Map<string, Promise<Program>>()

  constructor(private readonly paddock: Paddock) {}

  /// Null if the shapes differ, or if only one value is complex.
  async compare(a: Tensor, b: Tensor): Promise<Difference | null> {
    if (!isOfOneShape(a, b)) return null
    const rounds = a.elementType !== b.elementType && isFloat(a.elementType) && isFloat(b.elementType)
    const tensors = await this.run(roundingProgram(a.shape, a.elementType, b.elementType, rounds), a, b)
    const [own, reference, rounded] = tensors as [Tensor, Tensor, Tensor | undefined]
    try {
      const difference = await own.compare(reference)
      return difference && rounded ? { ...difference, ulp: (await own.compare(rounded))?.ulp ?? null } : difference
    } finally {
      for (const tensor of tensors) tensor.close()
    }
  }

  /// Returns a - b as f64 for a picture; the caller closes it. Null if the shapes differ or a value is complex.
  async subtract(a: Tensor, b: Tensor): Promise<Tensor | null> {
    if (!isOfOneShape(a, b) || isComplex(a.elementType) || isComplex(b.elementType)) return null
    const [difference] = await this.run(subtractionProgram(a.shape, a.elementType, b.elementType), a, b)
    return difference ?? null
  }

  close(): void {
    for (const program of this.programs.values()) void program.then((one) => one.close(), () => {})
  }

  /// Runs a program, which is parsed once.
  private async run(text: string, a: Tensor, b: Tensor): Promise<Tensor[]> {
    if (!this.programs.has(text)) this.programs.set(text, this.paddock.parse(text))
    const program = await this.programs.get(text)!
    const { results } = await program.run({ inputs: [a, b] })
    if (results.some((one) => one === null) || results.length === 0) throw new Error('the comparison was not computed')
    return results as Tensor[]
  }
}

const isOfOneShape = (a: Tensor, b: Tensor): boolean => a.shape.length === b.shape.length && a.shape.every((size, i) => size === b.shape[i])
