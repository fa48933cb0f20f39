import { button, element, textElement } from '../shared/dom.js'
import type { Attempt } from './catalogue.js'

interface TryState {
  isEdited: boolean
  /// Makes the edit that the sentence describes.
  replace(from: string, to: string): void
  startOver(): void
}

/// Renders a suggestion for an example, with a button that makes the edit without dragging, and one
/// that undoes all changes. Actions that do not apply are omitted.
export function renderTry({ say, from, to }: Attempt, text: string, state: TryState): HTMLElement[] {
  const line = element('p', 'try')
  line.append(textElement('span', 'say', say))
  if (text.includes(from)) line.append(button('try-action', 'Do it', () => state.replace(from, to)))
  if (state.isEdited) line.append(button('try-action', 'Start over', () => state.startOver()))
  return [line]
}

/// Returns from the user's program, which stays in the history, to the example.
export function renderWayBack(title: string, startOver: () => void): HTMLElement[] {
  const line = element('p', 'try')
  line.append(button('try-action', `Back to ${title}`, startOver))
  return [line]
}
