import type { Picture } from './picture.js'

/// Reports, from the section of a value, the cell under the pointer, or a wish to know about its NaN or infinities.
export const cellEvent = 'paddock-cell'

/// Null: the pointer left the picture. `nan` and `inf`: the first of them.
type AskedCell = readonly number[] | 'nan' | 'inf' | null

/// `isPinned`: as after a click. `isForward`: what depends on the cell.
export type CellEvent = CustomEvent<{ cell: AskedCell; isPinned?: boolean; isForward?: boolean }> & { target: HTMLElement }

export function reportCell(section: HTMLElement, cell: AskedCell, how: { isPinned?: boolean; isForward?: boolean } = {}): void {
  section.dispatchEvent(new CustomEvent(cellEvent, { detail: { cell, ...how }, bubbles: true }))
}

/// Pictures of values by their sections.
const pictures = new WeakMap<Element, Picture>()

export const pictureOf = (section: Element): Picture | undefined => pictures.get(section)
export function givePicture(section: Element, picture: Picture): void {
  pictures.set(section, picture)
}
