import type { CommandParts } from './command-line.js'
import type { PageParts } from './page-program.js'
import { PanelChip } from './panel-chip.js'

/// Returns the button of the panel that gives the program to other people and places.
export function shareChip(parts: PageParts, lastRun: () => CommandParts | null): HTMLButtonElement {
  return new PanelChip('share', 'Share', async (close) => (await import('./share-panel.js')).renderShare(parts, lastRun, close)).dom
}
