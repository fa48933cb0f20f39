import { button, element, textElement } from '../shared/dom.js'

/// Parts of an example. Each has its place before the editor and the engine are loaded.
export interface ExampleParts {
  root: ShadowRoot
  program: HTMLElement
  /// The program as text, until the editor replaces it.
  text: HTMLElement
  pane: HTMLElement
  run: HTMLButtonElement
  status: HTMLElement
}

interface ExampleActions {
  run(): void
  reset(): void
  copy(): void
}

export function buildParts(root: ShadowRoot, label: string, actions: ExampleActions): ExampleParts {
  const program = element('section', 'program')
  program.setAttribute('aria-label', label)
  const text = element('pre', 'text')
  text.tabIndex = 0
  text.setAttribute('role', 'textbox')
  text.setAttribute('aria-multiline', 'true')
  text.setAttribute('aria-label', 'StableHLO program')
  program.append(text)
  const bar = element('div', 'bar')
  const run = button('run', 'Run', actions.run)
  const status = element('p', 'status')
  status.setAttribute('role', 'status')
  bar.append(run, button('reset', 'Reset', actions.reset), button('copy-program', 'Copy', actions.copy), status)
  const pane = element('section', 'stage')
  pane.setAttribute('aria-label', 'Values')
  pane.tabIndex = 0
  const recorded = element('slot', '')
  recorded.name = 'result'
  recorded.append(textElement('p', 'hint', 'Run shows the results of the program.'))
  pane.append(recorded)
  // A wrapper within the host, since the page may set the host's display.
  const all = element('div', 'example')
  all.append(program, bar, pane)
  root.append(all)
  return { root, program, text, pane, run, status }
}
