import { adoptStyles } from '../../shared/adopt-styles.js'
import { pictureOf, type CellEvent } from '../picture/cell-event.js'
import { Microscope } from './microscope.js'
import type { AskedPill, WhyHost } from './question.js'
import { WhyList } from './why-list.js'
import { WhySource } from './why-source.js'
import { whyStyles } from './why-styles.js'

/// The list and the microscope of a stage.
export class WhyParts {
  private readonly source: WhySource
  private readonly list: WhyList
  private readonly microscope: Microscope

  constructor(
    private readonly host: WhyHost,
    stage: HTMLElement,
    listPlace: HTMLElement,
    lensPlace: HTMLElement,
  ) {
    adoptStyles(stage, whyStyles)
    this.source = new WhySource(host)
    this.list = new WhyList(host, this.source)
    this.microscope = new Microscope(host, this.source, stage, ({ value, cell }, isForward) => void this.list.open({ ...value, cell, isForward }))
    listPlace.append(this.list.dom)
    lensPlace.append(this.microscope.outside.dom, this.microscope.dom)
  }

  take(section: HTMLElement, { cell, isPinned = false, isForward = false }: CellEvent['detail']): void {
    if (isPinned) return this.microscope.pin(section, cell as readonly number[])
    if (cell === null || (typeof cell !== 'string' && cell.length > 0)) return this.microscope.hover(section, cell)
    const value = this.host.valueOf(section)
    if (value !== null) void this.list.open({ ...value, cell, isForward })
  }

  ask({ which, execution = 0, ...place }: AskedPill): void {
    const value = this.host.valueAt(place)
    if (value !== null) void this.list.open({ ...value, execution, cell: which, isForward: false })
  }

  click(section: HTMLElement, clientX: number, clientY: number): void {
    const picture = pictureOf(section)
    const cell = picture?.cellUnder(clientX, clientY)
    if (cell != null) this.microscope.pin(section, picture!.indicesOf(cell))
  }

  press(section: HTMLElement, key: string): void {
    if (key.startsWith('Arrow')) return this.microscope.move(section, key)
    const look = this.microscope.in(section)
    if (look === null) return
    if (key === 'Escape') this.microscope.clear()
    else void this.list.open({ ...look.value, cell: look.cell, isForward: false })
  }

  changed(isOtherRun: boolean): void {
    this.microscope.clear()
    this.list.makeRoom()
    if (!isOtherRun) return
    this.source.close()
    this.list.outdate()
  }

  stop(isOther: boolean): void {
    this.source.stop()
    if (isOther) this.list.clear()
  }
}
