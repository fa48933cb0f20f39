/// The cell that a link shows under the microscope.

/// Name of the value, as the stage shows it, and the indices of the cell.
export type PinnedCell = readonly [value: string, cell: readonly number[]]

/// Milliseconds between two looks for the value, and until the page gives up.
const interval = 100
const patience = 20_000

/// Returns the pinned cell of a stage; null if there is none.
export function pinnedCell(stage: HTMLElement): PinnedCell | null {
  const lens = stage.querySelector<HTMLElement>('.lens[data-pinned]:not([hidden])')
  return lens === null ? null : (JSON.parse(lens.dataset.cell!) as PinnedCell)
}

/// Pins a cell with `pin` once its value is drawn, unless `isOver()`.
export async function showPinned(stage: HTMLElement, [value, cell]: PinnedCell, pin: (section: HTMLElement, cell: readonly number[]) => void, isOver: () => boolean): Promise<void> {
  for (const end = performance.now() + patience; performance.now() < end && !isOver(); await new Promise((resolve) => setTimeout(resolve, interval))) {
    const section = [...stage.querySelectorAll<HTMLElement>('.result[aria-label]')].find((one) => one.getAttribute('aria-label') === value)
    if (section?.querySelector('canvas.picture') == null) continue
    pin(section, cell)
    return
  }
}
