import type { EditorView } from '@codemirror/view'
import type { NamePlace, Program, WhyRun } from 'paddock-hlo'
import { light } from '../../codemirror/lit-places.js'
import { goTo } from '../../editor/go-to.js'
import type { AskedValue, ShownValue, WhyHost } from '../why/question.js'
import { returnedNames } from './lit-section.js'
import type { PlacedValue } from './line-values.js'
import type { Run } from './shown-run.js'

/// A value with the title of its section.
export type TitledValue = Pick<PlacedValue, 'title' | 'execution'> & { place: Pick<NamePlace, 'name' | 'from' | 'part'> }

/// A stage, as its cells are asked about.
interface Asked {
  readonly asked: { run: Run | null; line: { operands: readonly TitledValue[]; results: readonly TitledValue[] } | null; execution: number | null; results: readonly Element[] }
}

interface Around {
  startWhy(): Promise<WhyRun>
  view(): EditorView
}

/// Milliseconds below which a run is repeated for a mere look.
const quick = 500

/// Returns the line of an offset, from 1.
const lineOf = ({ text }: Program, from: number): number => text.slice(0, from).split('\n').length

export function whyHost(stage: Asked, around: () => Around): WhyHost {
  // Kept, since the pointer asks at every move.
  let last = { program: null as Program | null, from: -1, line: 0 }
  const named = (program: Program, { name, from }: TitledValue['place']): Pick<AskedValue, 'name' | 'line'> => {
    if (last.program !== program || last.from !== from) last = { program, from, line: lineOf(program, from) }
    return { name, line: last.line }
  }
  const valueOf = (section: HTMLElement): ShownValue | null => {
    const { run, line, execution, results } = stage.asked
    if (run === null) return null
    const common = { process: run.process, execution: execution ?? 0, isOperand: false }
    if (line === null) {
      const { text, entry } = run.program
      const name = entry && returnedNames(text.slice(entry.from, entry.to))[results.indexOf(section)]
      return name ? { ...common, name, line: 0 } : null
    }
    const ofTitle = ({ title }: { title: string }): boolean => title === (section.ariaLabel ?? section.dataset.title)
    const result = line.results.find(ofTitle)
    const found = result ?? line.operands.find(ofTitle)
    // A leaf of a tuple has no name of its own.
    if (found === undefined || found.place.part > 0) return null
    return { ...common, ...(result === undefined ? { isOperand: true, execution: found.execution } : {}), ...named(run.program, found.place) }
  }
  return {
    valueOf,
    valueAt: ({ name, from }) => {
      const { run } = stage.asked
      return run && { name, line: lineOf(run.program, from), process: run.process, execution: 0 }
    },
    program: () => stage.asked.run?.program ?? null,
    isQuick: () => (stage.asked.run?.result.milliseconds ?? Infinity) < quick,
    start: () => around().startWhy(),
    light: (place) => light(around().view(), place && { place }),
    goTo: (place) => goTo(around().view(), place),
  }
}
