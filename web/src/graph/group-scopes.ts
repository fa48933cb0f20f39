import { givenName } from '../codemirror/given-names.js'
import type { GraphNode } from './node.js'

/// Groups the operations of a node by the scopes of their `loc(...)`: `attention/softmax/exp` is in `softmax` in `attention`.
export function groupScopes(node: GraphNode, text: string): void {
  const groups = new Map<string, GraphNode>()
  const children = node.children
  node.children = []
  for (const child of children) {
    const parent = scopesOf(child, text).reduce((around, name) => scopeIn(around, name, groups, child), node)
    parent.children.push(child)
    child.parent = parent
  }
  for (const group of groups.values()) stretch(group)
  dissolve(node)
}

function scopesOf({ operation }: GraphNode, text: string): string[] {
  const name = operation === null ? null : givenName(operation.location, text)
  return name === null ? [] : name.split('/').slice(0, -1)
}

function scopeIn(parent: GraphNode, name: string, groups: Map<string, GraphNode>, { from, to, line }: GraphNode): GraphNode {
  const path = `${parent.kind === 'scope' ? parent.key : ''}/${name}`
  let group = groups.get(path)
  if (group === undefined) {
    group = { kind: 'scope', from, to, line, key: path, title: name, note: '', operation: null, parent, children: [] }
    groups.set(path, group)
    parent.children.push(group)
  }
  return group
}

function stretch(group: GraphNode): void {
  for (let at: GraphNode | null = group; at?.kind === 'scope'; at = at.parent) at.to = Math.max(at.to, ...group.children.map(({ to }) => to))
}

/// Removes groups of one node, and the one that holds everything.
function dissolve(node: GraphNode): void {
  for (const child of node.children) if (child.kind === 'scope') dissolve(child)
  const isAll = node.children.filter(({ kind }) => kind !== 'argument').length === 1
  const isNeedless = ({ kind, children }: GraphNode): boolean => kind === 'scope' && (children.length === 1 || isAll)
  node.children = node.children.flatMap((child) => {
    if (!isNeedless(child)) return [child]
    for (const inner of child.children) inner.parent = node
    return child.children
  })
}
