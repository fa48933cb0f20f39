import type { Command } from './command.js'

const controls = 'button, a[href], [role="tab"], select, input:not([type="file"]), summary'
/// Parts with buttons for single lines, cells and boxes, which are many.
const within = '.cm-editor, .graph-frame, .palette, [inert]'

/// Further words that find a control in the palette, by its name.
const further: Readonly<Record<string, string>> = { Histogram: 'mean, variance, sum along rows or columns' }

/// Returns a command for each control of the page that can be seen: it is pressed, or gets the focus. So a new button
/// of the page is in the palette without a further line.
export function pageCommands(root: ShadowRoot): Command[] {
  const seen = new Set<string>()
  return [...root.querySelectorAll<HTMLElement>(controls)].flatMap((control) => {
    const name = nameOf(control)
    const hint = placeOf(control)
    if (name === '' || seen.has(`${name}, ${hint}`) || control.closest(within) !== null || !control.checkVisibility() || control.matches(':disabled')) return []
    seen.add(`${name}, ${hint}`)
    return [{ name, hint: [further[name], hint].filter(Boolean).join(' of '), act: () => press(control) }]
  })
}

/// Returns the name that a screen reader reads.
const nameOf = (control: HTMLElement): string => (control.ariaLabel ?? labelOf(control) ?? control.textContent ?? '').replace(/\s+/g, ' ').trim()

const labelOf = (control: HTMLElement): string | null => ('labels' in control ? ((control.labels as NodeListOf<HTMLElement> | null)?.[0]?.firstChild?.textContent ?? null) : null)

function placeOf(control: HTMLElement): string {
  if (control.getAttribute('role') === 'tab') return 'tab'
  return control.matches('a') ? 'link' : (control.closest('[role="group"], [role="dialog"], .result[aria-label]')?.getAttribute('aria-label') ?? control.title)
}

function press(control: HTMLElement): void {
  if (control.matches('select, input')) control.focus()
  else control.click()
}
