import groups from '../../../examples/gallery.json'
import type { Example } from './catalogue.js'

/// A step to the answer: a line to go to, a cell to ask about, or a control to press.
export interface WayStep {
  say: string
  /// Part of the program that is there once.
  at?: string
  /// Cell as `paddock why` names it, and which computation of it; default: the last one.
  ask?: string
  execution?: number
  /// Name of a control, or its beginning.
  press?: string
}

/// Evidence of an answer: a cell and its value, or the error of the run.
export interface Fact {
  cell?: string
  is?: string
  process?: number
  execution?: number
  error?: string
}

/// An example with a question, a way to its answer through the tools of the page, and the answer.
export interface Question extends Example {
  question: string
  way: readonly WayStep[]
  answer: string
  facts: readonly Fact[]
}

/// Entries of examples/gallery.json.
export const gallery: readonly { title: string; examples: readonly Question[] }[] = groups.map(({ title, examples }) => ({
  title,
  examples: examples.map((one) => ({ ...one, file: `gallery/${one.id}.mlir` })),
}))

export function findQuestion(id: string): Question | undefined {
  return gallery.flatMap(({ examples }) => examples).find((one) => one.id === id)
}
