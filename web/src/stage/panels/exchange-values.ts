import type { NamePlace, OperationPlace, Program, RunValues, ValueSummary } from 'paddock-hlo'
import { element, textElement } from '../../shared/dom.js'
import { elementsText, shapeText, shortNumber } from '../../shared/numbers.js'
import type { Exchange } from '../../run/traffic.js'

/// Returns the operands of the sender and the results of the receiver that the run kept, those of
/// the last execution. Empty if there is no program, no values were kept, or a newer run has
/// replaced them.
export async function exchangeValues(program: Program | null, values: RunValues | null, exchange: Exchange, source: number, target: number): Promise<HTMLElement[]> {
  if (program === null || values === null) return []
  return listValues(program, values, exchange, source, target).catch(() => [])
}

async function listValues(program: Program, values: RunValues, exchange: Exchange, source: number, target: number): Promise<HTMLElement[]> {
  const places = await program.operations(exchange.from, exchange.to)
  const operation = places.find(({ from }) => from === exchange.from)
  if (operation === undefined) return []
  const given = await summariesOf(operation.operands, values, source)
  const taken = await summariesOf(operation.results, values, target)
  if (given.length + taken.length === 0) return []
  const list = element('dl', 'parts')
  const add = (verb: string, summary: ValueSummary): void => {
    list.append(textElement('dt', '', `${verb} ${summary.name}`), textElement('dd', '', textOf(summary)))
  }
  for (const one of given) add('gives', one)
  for (const one of taken) add('gets', one)
  return [list]
}

async function summariesOf(names: OperationPlace['operands'], values: RunValues, process: number): Promise<ValueSummary[]> {
  const found = await Promise.all(names.map((name) => summaryOf(name, values, process)))
  return found.filter((one) => one !== undefined)
}

async function summaryOf({ name, from }: NamePlace, values: RunValues, process: number): Promise<ValueSummary | undefined> {
  return (await values.summaries(from, from + name.length, process)).find((one) => one.from === from)
}

function textOf({ elements, elementType, shape, min, max }: ValueSummary): string {
  if (elements !== undefined) return elementsText(elements, elementType.startsWith('complex'))
  const range = min === null || max === null ? '' : `, ${shortNumber(min, 4)} … ${shortNumber(max, 4)}`
  return shapeText(shape, elementType) + range
}
