import type { FunctionInfo, NamePlace, OperationPlace, Program } from 'paddock-hlo'
import { divideLists } from './divide-lists.js'
import { groupScopes } from './group-scopes.js'
import { operationsIn, visit, type Graph, type GraphEdge, type GraphNode } from './node.js'
import { shortType } from './short-type.js'

/// Returns the names of an operation's regions: `cond`, `body`.
type RegionNames = (operation: string) => readonly string[]

const endsRegion = /(?:^|\.)return$/

/// Number of operations between which the page responds.
const pieceSize = 1000

const channel = new MessageChannel()

/// Lets the page respond. Repeated timers would wait 4 ms each.
const pause = (): Promise<void> =>
  new Promise((resolve) => {
    channel.port1.addEventListener('message', () => resolve(), { once: true })
    channel.port1.start()
    channel.port2.postMessage(null)
  })

/// Returns the graph of a program that was read without errors.
export function buildGraph({ text, functions, entry }: Pick<Program, 'text' | 'functions' | 'entry'>, operations: readonly OperationPlace[], regionNames: RegionNames): Promise<Graph> {
  return new GraphBuilder(text, regionNames).build(functions, operations, `@${entry?.name}`)
}

class GraphBuilder {
  private readonly lineStarts: number[] = [0]
  private readonly definitions = new Map<number, GraphNode>()
  private readonly operations: GraphNode[] = []
  private readonly edges: GraphEdge[] = []
  /// The function and the operations around the last one, outer ones first, and the number of that function.
  private readonly open: GraphNode[] = []
  private next = 0

  constructor(
    private readonly text: string,
    private readonly regionNames: RegionNames,
  ) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.lineStarts.push(at + 1)
  }

  async build(functions: readonly FunctionInfo[], operations: readonly OperationPlace[], entry: string): Promise<Graph> {
    const root = this.node('function', { from: 0, to: this.text.length }, { title: '', note: '' }, null)
    const bodies = functions.filter(({ hasBody }) => hasBody).map((one) => this.function(one, root))
    await inPieces(operations, (operation) => this.add(operation, bodies))
    await inPieces(this.operations, (node) => this.addEdges(node))
    for (const body of bodies) this.arrange(body)
    divideLists(root, ({ title }) => title === entry)
    await pause()
    nameKeys(root)
    return { root, edges: this.edges, operations: this.operations, definitions: this.definitions }
  }

  /// Returns the line of an offset, from 1.
  private lineOf(offset: number): number {
    let [low, high] = [0, this.lineStarts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (this.lineStarts[middle]! <= offset) low = middle
      else high = middle
    }
    return low + 1
  }

  private node(kind: GraphNode['kind'], { from, to }: { from: number; to: number }, words: Pick<GraphNode, 'title' | 'note'>, parent: GraphNode | null): GraphNode {
    const node: GraphNode = { kind, from, to, key: '', ...words, line: this.lineOf(from), operation: null, parent, children: [] }
    parent?.children.push(node)
    return node
  }

  private function(info: FunctionInfo, root: GraphNode): GraphNode {
    const node = this.node('function', info, { title: `@${info.name}`, note: '' }, root)
    for (const { name, type, from, to } of info.arguments) {
      this.definitions.set(from, this.node('argument', { from, to }, { title: `%${name}`, note: shortType(type) }, node))
    }
    return node
  }

  /// Adds the next operation of the text.
  private add(operation: OperationPlace, bodies: readonly GraphNode[]): void {
    const { open } = this
    while (this.next < bodies.length && bodies[this.next]!.to <= operation.from) ++this.next
    const body = bodies[this.next]
    if (body === undefined || operation.from < body.from) return
    if (open[0] !== body) open.splice(0, open.length, body)
    while (open.length > 1 && open.at(-1)!.to < operation.to) open.pop()
    open.push(this.operation(operation, open.at(-1)!))
  }

  private operation(operation: OperationPlace, parent: GraphNode): GraphNode {
    const words = { title: operation.name.replace(/^(?:stablehlo|func)\./, ''), note: operation.results.map(resultText).join(', ') }
    const node = this.node('operation', operation, words, parent)
    node.operation = operation
    this.operations.push(node)
    for (const { from } of operation.results) this.definitions.set(from, node)
    return node
  }

  private addEdges(to: GraphNode): void {
    for (const place of to.operation!.operands) {
      const from = this.definitions.get(place.from) ?? this.blockArgument(place, to)
      this.edges.push({ from, to, name: place.name, type: place.type })
    }
  }

  /// Adds the argument of a region: to the innermost operation around its definition.
  private blockArgument(place: NamePlace, use: GraphNode): GraphNode {
    let owner = use.parent!
    while (owner.parent!.parent !== null && !(owner.from <= place.from && place.to <= owner.to)) owner = owner.parent!
    const node = this.node('argument', place, { title: place.name, note: shortType(place.type) }, owner)
    this.definitions.set(place.from, node)
    return node
  }

  /// An operation with several regions has a group for each: it ends with a return.
  private arrange(node: GraphNode): void {
    node.children.sort((a, b) => a.from - b.from)
    const ends = node.children.filter(({ title, kind }) => kind === 'operation' && endsRegion.test(title)).length
    if (node.kind === 'operation' && ends > 1) this.divideRegions(node)
    for (const child of [...node.children]) if (child.children.length > 0) this.arrange(child)
    if (node.kind === 'operation' && node.children.some(({ kind }) => kind === 'region')) return
    dropEmptyReturns(node)
    groupScopes(node, this.text)
    divideLists(node)
  }

  private divideRegions(node: GraphNode): void {
    const names = this.regionNames(node.operation!.name)
    const before = node.children
    node.children = before.filter(({ kind }) => kind === 'argument')
    let region: GraphNode | null = null
    let count = 0
    for (const child of before.filter(({ kind }) => kind !== 'argument')) {
      region ??= this.node('region', child, { title: names[Math.min(count++, names.length - 1)] ?? 'region', note: '' }, node)
      region.children.push(child)
      region.to = child.to
      child.parent = region
      if (endsRegion.test(child.title)) region = null
    }
  }
}

/// Removes returns without values, which show nothing.
function dropEmptyReturns(node: GraphNode): void {
  const isEmpty = ({ operation }: GraphNode): boolean => operation !== null && endsRegion.test(operation.name) && operation.operands.length === 0
  if (node.children.length > 1) node.children = node.children.filter((child) => !isEmpty(child))
}

async function inPieces<T>(all: readonly T[], act: (one: T) => void): Promise<void> {
  for (let i = 0; i < all.length; i += pieceSize) {
    if (i > 0) await pause()
    all.slice(i, i + pieceSize).forEach(act)
  }
}

const resultText = ({ name, type }: NamePlace): string => `${name}: ${shortType(type)}`

/// Gives each node the path of its name, numbered among equal ones, and groups their note.
function nameKeys(root: GraphNode): void {
  visit(root, (node) => {
    const seen = new Map<string, number>()
    for (const child of node.children) {
      const name = child.operation?.results[0]?.name ?? child.title
      const count = seen.get(name) ?? 0
      seen.set(name, count + 1)
      child.key = `${node.key}/${name}${count === 0 ? '' : ` ${count}`}`
    }
    if (node.kind === 'operation' || node.kind === 'argument') return
    const count = operationsIn(node)
    node.note = count === 1 ? '1 operation' : `${count} operations`
  })
}
