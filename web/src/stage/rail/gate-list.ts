import type { BreakpointPlace, Condition } from 'paddock-hlo'
import { button, element, textElement } from '../../shared/dom.js'
import type { Gate } from './gates.js'

interface GateActions {
  change(gate: Gate): void
  remove(line: number): void
}

type Kind = 'always' | 'nan' | 'infinity' | 'nonFinite' | 'change' | 'greater' | 'less'

/// Kinds of conditions, in words, and whether they have a number.
const kinds: Readonly<Record<Kind, string>> = {
  always: 'before it runs',
  nan: 'after any(isnan)',
  infinity: 'after any(isinf)',
  nonFinite: 'after any NaN or infinity',
  change: 'after a change by more than',
  greater: 'after any element above',
  less: 'after any element below',
}
const numbered: ReadonlySet<Kind> = new Set(['change', 'greater', 'less'])

function kindOf(when: Condition | undefined): Kind {
  if (when === undefined) return 'always'
  if ('any' in when) return when.any
  return 'greaterThan' in when ? 'greater' : 'lessThan' in when ? 'less' : 'change'
}

const limitOf = (when: Condition | undefined): number => (when === undefined || 'any' in when ? 0 : (Object.values(when)[0] as number))

function conditionOf(kind: Kind, limit: number): Condition | undefined {
  if (kind === 'always') return undefined
  if (kind === 'change') return { changesByMoreThan: limit }
  if (kind === 'greater') return { greaterThan: limit }
  return kind === 'less' ? { lessThan: limit } : { any: kind }
}

/// The breakpoints with their conditions.
export class GateList {
  readonly dom = element('ul', 'gates')
  private key = ''

  constructor(private readonly actions: GateActions) {
    this.dom.setAttribute('aria-label', 'Breakpoints')
    this.dom.hidden = true
  }

  /// `places` are the operations that each applies to; null if not known yet.
  show(gates: readonly Gate[], places: readonly (readonly BreakpointPlace[])[] | null): void {
    const key = JSON.stringify([gates, places])
    if (key === this.key) return
    this.key = key
    const focused = this.dom.querySelector<HTMLElement>(':focus')
    const [row, part] = [focused?.closest('li')?.dataset.line, focused?.className]
    this.dom.hidden = gates.length === 0
    this.dom.replaceChildren(...gates.map((gate, i) => this.row(gate, places?.[i] ?? null)))
    if (row !== undefined) this.dom.querySelector<HTMLElement>(`li[data-line="${row}"] .${part!.split(' ')[0]!}`)?.focus()
  }

  private row(gate: Gate, places: readonly BreakpointPlace[] | null): HTMLElement {
    const { line, when } = gate
    const row = element('li', 'gate')
    row.dataset.line = String(line)
    const kind = kindOf(when)
    const select = element('select', 'gate-kind')
    select.append(...Object.entries(kinds).map(([value, text]) => new Option(text, value, value === kind, value === kind)))
    select.setAttribute('aria-label', `Line ${line} stops`)
    const limit = element('input', 'gate-limit')
    limit.type = 'number'
    limit.step = 'any'
    limit.value = String(limitOf(when))
    limit.hidden = !numbered.has(kind)
    limit.setAttribute('aria-label', `Number of line ${line}`)
    const take = (): void => this.actions.change({ line, when: conditionOf(select.value as Kind, Number.isNaN(limit.valueAsNumber) ? 0 : limit.valueAsNumber) })
    select.addEventListener('change', take)
    limit.addEventListener('change', take)
    row.append(textElement('span', 'gate-line', `Line ${line}`), select, limit, textElement('span', 'gate-place', placeText(line, places)))
    const remove = button('gate-remove', 'Remove', () => this.actions.remove(line))
    remove.setAttribute('aria-label', `Remove the breakpoint of line ${line}`)
    row.append(remove)
    return row
  }
}

/// Says where a breakpoint applies, if not on its own line.
function placeText(line: number, places: readonly BreakpointPlace[] | null): string {
  if (places === null) return ''
  if (places.length === 0) return 'nothing runs from this line on'
  return places.every((place) => place.line === line) ? '' : `this line computes nothing: line ${places[0]!.line}`
}
