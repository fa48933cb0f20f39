import { copyText } from '../shared/copy-text.js'
import { linkToDocumentation } from '../shared/documentation.js'
import { button, element, textElement } from '../shared/dom.js'
import type { LayoutChoices } from '../shared/layout-choices.js'
import { problemReport, type ReportParts } from './problem-report.js'
import { trustLink } from '../shared/trust-link.js'

interface AboutEvents {
  theme: LayoutChoices['theme']
  chooseTheme(theme: LayoutChoices['theme']): void
  report(): ReportParts
  close(): void
}

/// Renders the panel with the tagline, links, the theme and the report of a problem.
export function renderAboutPanel(events: AboutEvents): HTMLElement {
  const panel = element('section', 'engine-panel about-panel')
  panel.setAttribute('role', 'dialog')
  panel.setAttribute('aria-label', 'About')
  const links = element('p', 'about-links')
  const docs = linkToDocumentation('docs', 'Docs')
  links.append(...(docs === undefined ? [] : [docs]), trustLink('Trust'), ...sourceLink())
  panel.append(
    textElement('p', '', 'Paddock runs StableHLO programs here, in your browser. Drag a number, paint a constant, or put the cursor on a line. Nothing that you type leaves this page.'),
    links,
    themeChoice(events),
    reportPart(events),
    button('choice', 'All commands (F1)', () => {
      events.close()
      dispatchEvent(new KeyboardEvent('keydown', { key: 'F1' }))
    }),
    button('choice', 'Close', () => events.close()),
  )
  return panel
}

/// A hosting page may name the address of its source.
function sourceLink(): HTMLAnchorElement[] {
  const address = document.querySelector<HTMLMetaElement>('meta[name="paddock-source"]')?.content ?? ''
  if (!address.startsWith('https://')) return []
  const link = textElement('a', 'source-link', 'Source')
  link.href = address
  link.target = '_blank'
  link.rel = 'noopener'
  return [link]
}

function themeChoice({ theme, chooseTheme }: AboutEvents): HTMLElement {
  const label = textElement('label', 'setting', 'Theme')
  const select = element('select', 'choice')
  for (const [value, text] of [['', 'as the system'], ['light', 'light'], ['dark', 'dark']] as const) select.append(new Option(text, value, false, value === (theme ?? '')))
  select.addEventListener('change', () => chooseTheme(select.value === 'light' || select.value === 'dark' ? select.value : undefined))
  label.append(select)
  return label
}

function reportPart({ report }: AboutEvents): HTMLElement {
  const part = element('div', 'as-command')
  const said = element('span', 'note said')
  said.setAttribute('role', 'status')
  part.append(
    button('choice', 'Report a problem', () => void copyText(problemReport(report()), said, 'Copied as Markdown: what you see, the program, and the engine. Paste it into your report.')),
    said,
  )
  return part
}
