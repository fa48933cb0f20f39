import { element, svgElement } from '../../shared/dom.js'
import { countOf, type Move, type Moved, type Moving } from './moves.js'

/// Place of a tensor in the picture, in pixels.
interface Frame {
  x: number
  y: number
  columns: number
}

const gap = 20
const largest = 28
const label = 18
/// Cells leave one after another: the last after this part of the way.
const stagger = 0.4
const hues = 6

const columnsOf = (shape: readonly number[]): number => Math.max(1, shape.at(-1) ?? 1)
const rowsOf = (shape: readonly number[]): number => Math.ceil(countOf(shape) / columnsOf(shape))

/// Cells on their way from operands to a result, as a function of a position from 0 to 1. With several processes each has a
/// row, and cells keep the hue of their sender; otherwise that of their operand.
export class MotionPicture {
  readonly dom = element('div', 'motion-picture')
  private readonly cell: number
  private readonly frames = new Map<string, Frame>()
  private readonly travellers: { group: SVGGElement; from: readonly [number, number]; to: readonly [number, number]; start: number }[] = []
  private readonly sums: SVGElement[] = []

  /// `isNumbered`: cells have the number of their place instead of their value.
  constructor(
    private readonly moving: Moving,
    moved: Moved,
    private readonly names: readonly string[],
    width: number,
    private readonly isNumbered: boolean,
  ) {
    const shapes = [...moving.operands, moving.shape]
    const across = shapes.reduce((sum, shape) => sum + columnsOf(shape), 0)
    this.cell = Math.max(5, Math.min(largest, Math.floor((width - gap * shapes.length) / across)))
    const svg = this.frameAll(shapes)
    for (const [i, move] of moved.moves.entries()) this.add(svg, move, (stagger * i) / Math.max(1, moved.moves.length))
    this.addSums(svg, moved)
    this.dom.append(svg)
  }

  /// Shows the cells at a position.
  show(position: number): void {
    for (const { group, from, to, start } of this.travellers) {
      const part = Math.min(1, Math.max(0, (position - start) / (1 - stagger)))
      const eased = 1 - (1 - part) ** 2
      const at = from.map((value, i) => value + (to[i]! - value) * eased)
      group.setAttribute('transform', `translate(${at[0]!.toFixed(1)} ${at[1]!.toFixed(1)})`)
    }
    for (const sum of this.sums) sum.setAttribute('opacity', position >= 1 ? '1' : '0')
  }

  private frameAll(shapes: readonly (readonly number[])[]): SVGSVGElement {
    const { processes } = this.moving
    const tall = Math.max(...shapes.map(rowsOf)) * this.cell + label + gap
    const wide = shapes.reduce((sum, shape) => sum + columnsOf(shape) * this.cell + gap, 0)
    const svg = svgElement('svg', { width: wide, height: processes.length * tall, viewBox: `0 0 ${wide} ${processes.length * tall}`, 'aria-hidden': 'true' })
    for (const [row, process] of processes.entries()) {
      let x = 2
      for (const [i, shape] of shapes.entries()) {
        const frame = { x, y: row * tall + label, columns: columnsOf(shape) }
        this.frames.set(`${process} ${i}`, frame)
        svg.append(this.title(frame, i, process), ...this.outlines(frame, countOf(shape)))
        x += columnsOf(shape) * this.cell + gap
      }
    }
    return svg
  }

  private title({ x, y }: Frame, i: number, process: number): SVGElement {
    const text = svgElement('text', { class: 'motion-name', x, y: y - 5 })
    // The rows of several processes begin with their numbers.
    const before = i === this.names.length - 1 ? '→ ' : i === 0 && this.moving.processes.length > 1 ? `${process}: ` : ''
    text.textContent = `${before}${this.names[i]}`
    return text
  }

  private outlines(frame: Frame, count: number): SVGElement[] {
    return Array.from({ length: count }, (_, i) => {
      const [x, y] = this.placeIn(frame, i)
      return svgElement('rect', { class: 'motion-frame', x: x + 0.5, y: y + 0.5, width: this.cell - 2, height: this.cell - 2 })
    })
  }

  private placeIn({ x, y, columns }: Frame, cell: number): [number, number] {
    return [x + (cell % columns) * this.cell, y + Math.floor(cell / columns) * this.cell]
  }

  private placeOf(process: number, tensor: number, cell: number): [number, number] | null {
    const frame = this.frames.get(`${process} ${tensor}`)
    return frame === undefined ? null : this.placeIn(frame, cell)
  }

  private add(svg: SVGSVGElement, move: Move, start: number): void {
    const from = this.placeOf(move.fromProcess, move.operand, move.from)
    const to = this.placeOf(move.toProcess, this.moving.operands.length, move.to)
    if (from === null || to === null) return
    const hue = (this.moving.processes.length > 1 ? move.fromProcess : move.operand) % hues
    const group = svgElement('g', { class: `motion-cell hue${hue}` })
    group.append(svgElement('rect', { x: 0.5, y: 0.5, width: this.cell - 2, height: this.cell - 2 }), ...this.words(this.isNumbered ? String(move.from) : move.value))
    svg.append(group)
    this.travellers.push({ group, from, to, start })
  }

  private words(value: string): SVGElement[] {
    const short = value.replace(/\.0$/, '').replace('-', '−')
    if (this.cell < 20 || short.length > 4) return []
    const text = svgElement('text', { class: 'motion-value', x: this.cell / 2 - 0.5, y: this.cell / 2 })
    text.textContent = short
    return [text]
  }

  /// Where several cells meet, their sum covers them at the end.
  private addSums(svg: SVGSVGElement, { moves, results }: Moved): void {
    const counts = new Map<string, number>()
    for (const { toProcess, to } of moves) counts.set(`${toProcess} ${to}`, (counts.get(`${toProcess} ${to}`) ?? 0) + 1)
    for (const [process, values] of results) {
      for (const [to, value] of values.entries()) {
        const place = this.placeOf(process, this.moving.operands.length, to)
        if (place === null || (counts.get(`${process} ${to}`) ?? 0) === 1) continue
        const group = svgElement('g', { class: 'motion-sum', transform: `translate(${place[0]} ${place[1]})` })
        group.append(svgElement('rect', { x: 0.5, y: 0.5, width: this.cell - 2, height: this.cell - 2 }), ...this.words(value))
        svg.append(group)
        this.sums.push(group)
      }
    }
  }
}
