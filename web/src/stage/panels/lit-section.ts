import type { LitThing } from '../../codemirror/lit-places.js'

/// Highlighted values by their names in the text, each with its highlighted dimensions.
export function litValues(thing: LitThing | null): Map<string, Set<number>> {
  const values = new Map<string, Set<number>>()
  if (thing === null || 'place' in thing) return values
  if ('name' in thing) return values.set(thing.name.name, new Set())
  for (const { name, dimension } of thing.dimension.values) values.set(name, (values.get(name) ?? new Set()).add(dimension))
  return values
}

/// Highlights a picture by the sizes, axes and edges of these dimensions; undefined removes the highlight.
export function lightSection(section: HTMLElement, dimensions: ReadonlySet<number> | undefined): void {
  section.toggleAttribute('data-lit', dimensions !== undefined)
  const sizes = [...section.querySelectorAll<HTMLElement>('[data-dimension]')]
  const isLit = (dimension: number): boolean => dimensions?.has(dimension) === true
  for (const size of sizes) size.toggleAttribute('data-lit', isLit(Number(size.dataset.dimension)))
  const rank = sizes.filter((size) => size.closest('.type') !== null).length
  const axes = [...section.querySelectorAll<HTMLElement>('.axis:nth-last-of-type(-n + 2) [data-dimension]')].map((axis) => Number(axis.dataset.dimension))
  const [down, right] = axes.length === 2 ? axes : [rank - 2, rank - 1]
  const edges = [...(isLit(down!) ? ['left'] : []), ...(isLit(right!) ? ['top'] : [])]
  section.querySelector('.frame')?.setAttribute('data-edge', edges.join(' '))
}

/// Returns the names that the last return of a function returns.
export function returnedNames(functionText: string): string[] {
  const values = [...functionText.matchAll(/\breturn\b([^:}\n]*)/g)].at(-1)?.[1] ?? ''
  return [...values.matchAll(/%[\w$.-]+(?:#\d+)?/g)].map(([name]) => name)
}
