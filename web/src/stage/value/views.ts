import type { Tensor } from 'paddock-hlo'
import { isImage } from './image-shape.js'
import type { Room } from '../picture/layout.js'
import type { Shown } from '../picture/shown.js'

/// A view of a value that replaces its picture. Its module is loaded on demand.
export interface View {
  name: string
  /// Whether the value has this view. Default: always.
  isOf?(tensor: Tensor): boolean
  /// `body` holds the content of the last run, if it had this view.
  render(shown: Shown, room: Room, body: HTMLElement): Promise<HTMLElement>
}

const table: View = {
  name: 'Table',
  render: async ({ tensor, title }, _, body) => (await import('./table-view.js')).renderTable(tensor, title, body),
}

const histogram: View = {
  name: 'Histogram',
  render: async (shown, room, body) => (await import('./histogram-view.js')).renderHistogram(shown, room, body),
}

const image: View = {
  name: 'Image',
  isOf: isImage,
  render: async ({ tensor, summary }, room, body) => (await import('./image-view.js')).renderImage(tensor, summary, room, body.querySelector('.image-view')),
}

const letters: View = {
  name: 'Text',
  isOf: ({ elementType, shape }) => /^u?i8$/.test(elementType) && (shape.length === 1 || shape.length === 2),
  render: async ({ tensor }) => (await import('./letters-view.js')).renderLetters(tensor),
}

/// Views, in the order in which they are offered.
export const views: readonly View[] = [
  table,
  histogram,
  image,
  letters,
]
