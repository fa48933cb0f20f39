import { leavesOf, type OperationPlace, type Program, type RunResult, type WhyCell, type WhyRun } from 'paddock-hlo'
import { element, textElement } from '../../shared/dom.js'

/// The run whose results are explained, and how its cells are asked about.
interface Explained {
  program: Program
  result: RunResult
  process: number
  startWhy(): Promise<WhyRun>
}

/// Limits of the operations and of the cells of each that are listed.
const mostOperations = 4
const mostCells = 96

/// Results of operations on inputs, cell by cell, with the rule that decides each.
export class EdgeTable {
  readonly dom = element('div', 'edge-table')
  private newest = 0

  async show({ program, result, process, startWhy }: Explained): Promise<void> {
    const asked = ++this.newest
    const operations = await operationsOnInputs(program)
    const note = 'These inputs are the edges of their types. Put the cursor on a line and point at a cell to read its rule.'
    const tables: HTMLElement[] = [textElement('p', 'note', operations.length === 0 ? note : 'These inputs are the edges of their types. Each row is a cell, with the rule that decides it.')]
    if (operations.length > 0) {
      const why = await startWhy()
      try {
        for (const operation of operations) {
          const table = await tableOf(program, result, operation, process, why)
          if (asked !== this.newest) return
          if (table !== null) tables.push(table)
        }
      } finally {
        why.close()
      }
    }
    if (asked === this.newest) this.dom.replaceChildren(...tables)
  }

  hide(): void {
    ++this.newest
    this.dom.replaceChildren()
  }
}

/// Returns the first operations whose operands are all inputs or constants, and at least one is an input.
async function operationsOnInputs(program: Program): Promise<OperationPlace[]> {
  const { entry } = program
  if (entry === null) return []
  const inputs = new Set(leavesOf(entry.arguments).map(({ from }) => from))
  const all = await program.operations(entry.from, entry.to)
  const constants = new Set(all.filter(({ name }) => name === 'stablehlo.constant').flatMap(({ results }) => results.map(({ from }) => from)))
  const isOnInputs = ({ depth, operands, results }: OperationPlace): boolean =>
    depth === 0 && results.length === 1 && operands.some(({ from }) => inputs.has(from)) && operands.every(({ from }) => inputs.has(from) || constants.has(from))
  return all.filter(isOnInputs).slice(0, mostOperations)
}

async function tableOf(program: Program, { values }: RunResult, { results: [result], name, from }: OperationPlace, process: number, why: WhyRun): Promise<HTMLElement | null> {
  const tensor = await values?.tensor(result!.from, process)
  if (tensor == null) return null
  const { shape } = tensor
  tensor.close()
  const count = shape.reduce((product, size) => product * size, 1)
  const line = program.text.slice(0, from).split('\n').length
  const cells: WhyCell[] = []
  for (let i = 0; i < Math.min(count, mostCells); ++i) {
    const chain = await why.why(`${result!.name}[${indicesOf(i, shape).join(', ')}]`.replace('[]', ''), { process, line, depth: 1, cells: 2, all: true })
    cells.push(chain.cells[0]!)
  }
  return drawTable(`Line ${line}: ${name}`, cells, count)
}

function indicesOf(cell: number, shape: readonly number[]): number[] {
  const indices: number[] = []
  for (let rest = cell, d = shape.length - 1; d >= 0; rest = Math.floor(rest / shape[d]!), --d) indices.unshift(rest % shape[d]!)
  return indices
}

function drawTable(title: string, cells: readonly WhyCell[], count: number): HTMLElement {
  const table = element('table', 'edges')
  const caption = textElement('caption', '', title)
  if (count > cells.length) caption.append(textElement('span', 'note', ` the first ${cells.length} of ${count} cells`))
  const head = element('tr', '')
  for (const name of ['cell', 'result', 'rule']) {
    const cell = textElement('th', '', name)
    cell.scope = 'col'
    head.append(cell)
  }
  table.append(caption, head, ...cells.map(rowOf))
  return table
}

function rowOf({ cell, formula, value, rule, notes }: WhyCell): HTMLElement {
  const row = element('tr', '')
  const computed = formula === '' ? value : `${formula} = ${value}`
  row.append(textElement('td', 'edge-cell', `[${cell.join(', ')}]`), textElement('td', 'edge-value', computed.replaceAll('-', '−')), textElement('td', 'edge-rule', rule === '' ? notes.join('; ') : rule))
  return row
}
