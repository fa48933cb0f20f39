import { button, element, textElement } from '../dom.js'
import type { Attempt } from './catalogue.js'

export interface TryState {
  isEdited: boolean
  /// Makes the edit that the sentence speaks of.
  replace(from: string, to: string): void
  startOver(): void
}

/// What to try in an example, with the edit for those who cannot drag, and a way back from
/// changes. What cannot be done just now is not offered.
export function renderTry({ say, from, to }: Attempt, text: string, state: TryState): HTMLElement[] {
  const line = element('p', 'try')
  line.append(textElement('span', 'say', say))
  if (text.includes(from)) line.append(button('try-action', 'Do it', () => state.replace(from, to)))
  if (state.isEdited) line.append(button('try-action', 'Start over', () => state.startOver()))
  return [line]
}

/// From somebody's own program, which stays in the history, to the example that was there.
export function renderWayBack(title: string, startOver: () => void): HTMLElement[] {
  const line = element('p', 'try')
  line.append(button('try-action', `Back to ${title}`, startOver))
  return [line]
}
