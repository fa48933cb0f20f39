import type { Diagnostic } from 'paddock-hlo'
import { element, svgElement, textElement } from '../../shared/dom.js'
import { sheet } from '../../shared/sheet.js'

/// A process that waits, where, and for whom. Processes are written as `(0, 1)`.
interface Wait {
  process: string
  where: string
  waitsFor: readonly string[]
}

export const deadlockStyles = sheet(`
  .deadlock { margin: 0 0 16px; }
  .deadlock svg { display: block; max-width: 100%; height: auto; font: 12px/16px var(--mono); }
  .deadlock .process { fill: var(--ground); stroke: var(--line); }
  .deadlock .process.waits { stroke: var(--ink); }
  .deadlock .in-cycle .process { stroke: var(--error); stroke-width: 2; }
  .deadlock text { fill: var(--muted); text-anchor: middle; dominant-baseline: central; }
  .deadlock .in-cycle text { fill: var(--ink); font-weight: 600; }
  .deadlock .arrow { fill: none; stroke: var(--muted); stroke-width: 1.5; }
  .deadlock .arrow.in-cycle { stroke: var(--error); stroke-width: 2.5; }
  .deadlock .head { fill: var(--muted); }
  .deadlock .head.in-cycle { fill: var(--error); }
  .deadlock ul { margin: 8px 0 0; padding-left: 20px; }
`)

/// Returns who waits for whom, from the sentences of the diagnostic.
function waitsOf({ message, notes }: Diagnostic): Wait[] {
  return [message, ...notes.map((note) => note.message)].flatMap((sentence) => {
    const found = /process (\(\d+, \d+\)) waits in ([^;]*)/.exec(sentence)
    if (found === null) return []
    const [where, names] = found[2]!.split(' for ') as [string, string | undefined]
    return [{ process: found[1]!, where, waitsFor: names?.match(/\(\d+, \d+\)/g) ?? [] }]
  })
}

/// Returns the processes of a cycle of waits, in order; empty if there is none.
function cycleOf(waits: readonly Wait[]): string[] {
  const next = new Map(waits.map(({ process, waitsFor }) => [process, waitsFor]))
  const search = (path: readonly string[]): string[] | null => {
    for (const other of next.get(path.at(-1)!) ?? []) {
      if (path.includes(other)) return path.slice(path.indexOf(other))
      const found = search([...path, other])
      if (found !== null) return found
    }
    return null
  }
  for (const { process } of waits) {
    const found = search([process])
    if (found !== null) return found
  }
  return []
}

const radius = 30

/// Draws which process waits for which. The processes of a cycle stand out.
export function deadlockView(diagnostic: Diagnostic): HTMLElement {
  const waits = waitsOf(diagnostic)
  const cycle = cycleOf(waits)
  const processes = [...new Set(waits.flatMap(({ process, waitsFor }) => [process, ...waitsFor]))].sort()
  const dom = element('section', 'deadlock')
  dom.setAttribute('aria-label', 'Deadlock')
  const list = element('ul', '')
  list.append(...waits.map(({ process, where, waitsFor }) => textElement('li', '', `${process} waits in ${where}${waitsFor.length === 0 ? '' : ` for ${waitsFor.join(', ')}`}`)))
  const words = cycle.length === 0 ? 'Deadlock: a process waits for one that does not come.' : `Deadlock: ${[...cycle, cycle[0]!].join(' waits for ')}.`
  dom.append(textElement('p', 'operation', words), picture(waits, processes, cycle, words), list)
  return dom
}

function picture(waits: readonly Wait[], processes: readonly string[], cycle: readonly string[], words: string): SVGElement {
  const ring = Math.max(70, (processes.length * (2 * radius + 24)) / (2 * Math.PI))
  const size = 2 * (ring + radius + 4)
  const svg = svgElement('svg', { width: size, height: size, viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': words })
  const place = (process: string): readonly [number, number] => {
    const angle = (2 * Math.PI * processes.indexOf(process)) / processes.length - Math.PI / 2
    return [size / 2 + ring * Math.cos(angle), size / 2 + ring * Math.sin(angle)]
  }
  const follows = (from: string, to: string): boolean => cycle.includes(from) && cycle[(cycle.indexOf(from) + 1) % cycle.length] === to
  for (const { process, waitsFor } of waits) for (const other of waitsFor) svg.append(...arrow(place(process), place(other), follows(process, other)))
  const waiting = new Set(waits.map(({ process }) => process))
  for (const process of processes) {
    const [x, y] = place(process)
    const group = svgElement('g', { class: cycle.includes(process) ? 'in-cycle' : '' })
    const label = svgElement('text', { x, y })
    label.textContent = process
    group.append(svgElement('circle', { class: waiting.has(process) ? 'process waits' : 'process', cx: x, cy: y, r: radius }), label)
    svg.append(group)
  }
  return svg
}

/// An arrow that bends to the left, so that two opposite ones are apart.
function arrow([x1, y1]: readonly [number, number], [x2, y2]: readonly [number, number], isInCycle: boolean): SVGElement[] {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length]
  const [bendX, bendY] = [(x1 + x2) / 2 - dy * 18, (y1 + y2) / 2 + dx * 18]
  const [startX, startY] = [x1 + dx * radius, y1 + dy * radius]
  const last = Math.hypot(x2 - bendX, y2 - bendY) || 1
  const [ux, uy] = [(x2 - bendX) / last, (y2 - bendY) / last]
  const [endX, endY] = [x2 - ux * (radius + 8), y2 - uy * (radius + 8)]
  const kind = isInCycle ? ' in-cycle' : ''
  const tip = `${endX + ux * 8},${endY + uy * 8} ${endX - uy * 5},${endY + ux * 5} ${endX + uy * 5},${endY - ux * 5}`
  return [
    svgElement('path', { class: `arrow${kind}`, d: `M${startX} ${startY} Q${bendX} ${bendY} ${endX} ${endY}` }),
    svgElement('polygon', { class: `head${kind}`, points: tip }),
  ]
}
