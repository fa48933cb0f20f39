import type { Tensor } from 'paddock-hlo'
import { isImage } from './image-shape.js'
import type { Room } from './layout.js'
import type { Shown } from './value-view.js'

/// A look at a value that takes its picture's place. What draws it comes when somebody asks for it.
export interface View {
  name: string
  /// Left out: every value has it.
  isOf?(tensor: Tensor): boolean
  /// `body` holds what the last run left there, if it was seen so.
  render(shown: Shown, room: Room, body: HTMLElement): Promise<HTMLElement>
}

const table: View = {
  name: 'Table',
  render: async ({ tensor, title }, _, body) => (await import('./table-view.js')).renderTable(tensor, title, body.querySelector('table')),
}

const histogram: View = {
  name: 'Histogram',
  render: async ({ summary }, room) => (await import('./histogram-view.js')).renderHistogram(summary, room),
}

const image: View = {
  name: 'Image',
  isOf: isImage,
  render: async ({ tensor, summary }, room, body) => (await import('./image-view.js')).renderImage(tensor, summary, room, body.querySelector('.image-view')),
}

/// In the order in which they are offered.
export const views: readonly View[] = [
  table,
  histogram,
  image,
]
