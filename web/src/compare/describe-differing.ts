import type { RunValues, Tensor } from 'paddock-hlo'
import { describeValue } from '../editor/describe-value.js'
import { element, textElement } from '../shared/dom.js'
import { processText, type Grid } from '../shared/grid.js'
import { groupedNumber, shortNumber } from '../shared/numbers.js'
import type { Comparer, Difference } from './compare-tensors.js'
import { mostCompared, type DifferingValue, type ProcessGroup } from './process-values.js'
import { tensorOf } from './references.js'

/// The run whose processes are compared.
interface Compared {
  values: RunValues
  grid: Grid
  comparer: Promise<Comparer>
}

/// Most groups that are listed, and that are compared for the largest difference.
const mostListed = 6
/// Most processes of a group that are named.
const mostNamed = 4

/// Returns what draws the values of one name for its tooltip. The distances are computed when that is first asked for.
export function describeDiffering(values: readonly DifferingValue[], of: Compared): () => HTMLElement {
  const distances = new Map<DifferingValue, { text: string | null; asked: Promise<string> }>()
  const distanceOf = (value: DifferingValue): { text: string | null; asked: Promise<string> } => {
    const known = distances.get(value)
    if (known !== undefined) return known
    const groups = value.groups.filter(({ summary }) => summary !== null)
    const read = ({ processes, summary }: ProcessGroup): Promise<Tensor | null> => tensorOf(of.values, summary!, processes[0]!)
    const asked = distanceText(groups, of.grid, async (first, other) => {
      const [b, a] = await Promise.all([first, other].map(read))
      try {
        return a == null || b == null ? null : await (await of.comparer).compare(a, b)
      } finally {
        a?.close()
        b?.close()
      }
    }).catch(() => '')
    const distance = { text: null as string | null, asked }
    void asked.then((text) => (distance.text = text))
    distances.set(value, distance)
    return distance
  }
  return () => {
    const box = element('div', '')
    for (const value of values) {
      const { text, asked } = distanceOf(value)
      const distance = textElement('p', 'cm-hover-note', text ?? 'Comparing …')
      if (text === null) void asked.then((known) => (distance.textContent = known))
      box.append(textElement('p', 'cm-hover-doc', headOf(value, of.grid)), groupList(value, of.grid), distance)
    }
    return box
  }
}

const headOf = ({ name, groups }: DifferingValue, grid: Grid): string => `${name} has ${groups.length} different values in ${amongText(grid)} processes:`

export function amongText({ replicas, partitions }: Grid): string {
  const count = replicas * partitions
  return count > mostCompared ? `the first ${mostCompared} of ${count}` : String(count)
}

function groupList({ groups }: DifferingValue, grid: Grid): HTMLElement {
  const list = element('dl', 'cm-unequalGroups')
  for (const { processes, summary } of groups.slice(0, mostListed)) {
    const value = element('dd', '')
    value.append(summary === null ? 'not computed' : describeValue(summary))
    list.append(textElement('dt', '', processesText(processes, grid)), value)
  }
  if (groups.length > mostListed) list.append(textElement('dt', '', `and ${groups.length - mostListed} more`), element('dd', ''))
  return list
}

function processesText(processes: readonly number[], grid: Grid): string {
  const rest = processes.length - mostNamed
  const named = processes.slice(0, rest > 1 ? mostNamed : processes.length).map((process) => processText(process, grid))
  return named.join(' ') + (rest > 1 ? ` and ${rest} more` : '')
}

/// Says how far the values of the first groups are from that of the first process.
export async function distanceText<Group extends Pick<ProcessGroup, 'processes'>>(groups: readonly Group[], grid: Grid, compare: (first: Group, other: Group) => Promise<Difference | null>): Promise<string> {
  const [first, ...others] = groups.slice(0, mostListed)
  if (first === undefined || others.length === 0) return ''
  const distances = await Promise.all(others.map((group) => compare(first, group)))
  let furthest: { difference: Difference; group: Group } | null = null
  for (const [i, difference] of distances.entries()) {
    if (difference === null) continue
    const isFurther = furthest === null || difference.nonFinite > furthest.difference.nonFinite || (difference.nonFinite === furthest.difference.nonFinite && difference.absolute > furthest.difference.absolute)
    if (isFurther) furthest = { difference, group: others[i]! }
  }
  if (furthest === null) return 'Their distance is not a number: the sizes differ.'
  return `Furthest from ${processText(first.processes[0]!, grid)} is ${processText(furthest.group.processes[0]!, grid)}: ${differenceText(furthest.difference)}.`
}

function differenceText({ differing, absolute, scaled, ulp, nonFinite }: Difference): string {
  if (nonFinite > 0) return `${groupedNumber(nonFinite)} ${nonFinite === 1 ? 'element is' : 'elements are'} NaN or infinite in only one`
  if (differing === 0) return 'equal numbers in other bits, such as 0 and -0'
  const parts = [...(Number.isFinite(scaled) ? [`${shortNumber(scaled, 3)} times its largest number`] : []), ...(ulp === null ? [] : [`${groupedNumber(ulp)} ULP`])]
  return `by ${shortNumber(absolute)}${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`
}
