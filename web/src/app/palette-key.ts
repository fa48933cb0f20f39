import type { PageParts } from './page-program.js'

/// F1 and Control-K open all commands, wherever the focus is. With Shift the latter deletes a line of the editor.
export function offerPalette(host: HTMLElement, page: PageParts, status: () => string): void {
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'F1' && !(event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey)) return
    event.preventDefault()
    event.stopPropagation()
    void import('./open-palette.js').then(({ openPalette }) => openPalette(host, page, status))
  }
  addEventListener('keydown', press, true)
}
