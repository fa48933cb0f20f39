import { button } from '../shared/dom.js'
import type { Rail } from '../stage/rail/rail.js'
import type { Workbench } from '../workbench/workbench.js'

/// The chip that opens the rail, which is loaded with it.
export function railChip(host: HTMLElement, bench: Workbench): HTMLButtonElement {
  let rail: Promise<Rail> | null = null
  const chip = button('chip rail-chip', 'Steps', async () => {
    const isOpen = host.toggleAttribute('data-rail')
    chip.setAttribute('aria-expanded', String(isOpen))
    const shown = await (rail ??= import('../stage/rail/rail.js').then(({ Rail }) => new Rail(bench)))
    if (shown.dom.parentNode === null) chip.parentElement!.before(shown.dom)
    shown.dom.hidden = !isOpen
    if (isOpen) shown.start()
    else shown.close()
  })
  chip.setAttribute('aria-expanded', 'false')
  return chip
}
