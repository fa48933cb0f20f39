import { hasRelaxedSimd, hasThreads, type Paddock } from 'paddock-hlo'
import { button, element, textElement } from '../shared/dom.js'
import { memorySizes, type EngineSettings } from '../run/engine-settings.js'
import { formatBytes } from '../shared/numbers.js'
import { trustLink } from '../shared/trust-link.js'

interface EnginePanelEvents {
  change(settings: EngineSettings): void
  close(): void
  /// Returns the command that repeats the run, or null.
  command(): string | null
}

const places = { worker: 'in a Worker', thread: 'in the page itself', process: 'in a process of `paddock serve`, with the memory and the processors of this machine' }

const budgets = [0, 1e8, 1e9, 1e10, 1e11]

/// Renders the engine's details and settings.
export function renderEnginePanel(engine: Paddock | null, settings: EngineSettings, events: EnginePanelEvents): HTMLElement {
  let current = settings
  const panel = element('section', 'engine-panel')
  panel.setAttribute('role', 'dialog')
  panel.setAttribute('aria-label', 'Engine')
  const place = engine === null ? '' : places[engine.place]
  const threads = engine !== null && engine.threads > 1 ? `, with ${engine.threads} threads` : ''
  const is = engine === null ? 'The engine is not running.' : `Paddock ${engine.version}, compiled for ${engine.target}, ${place}${threads}.`
  panel.append(textElement('p', 'note', is))
  const offer = <K extends keyof EngineSettings>(key: K, name: string, options: readonly (readonly [EngineSettings[K], string, boolean?])[]): void => {
    const label = textElement('label', 'setting', name)
    const select = element('select', 'choice')
    for (const [value, text, isMissing] of options) {
      const option = new Option(text, String(value), false, value === settings[key])
      option.disabled = isMissing === true
      select.append(option)
    }
    select.addEventListener('change', () => {
      const chosen = options.find(([value]) => String(value) === select.value)
      if (chosen === undefined) return
      current = { ...current, [key]: chosen[0] }
      events.change(current)
    })
    label.append(select)
    panel.append(label)
  }
  const relaxed = hasRelaxedSimd() ? 'relaxed: products may be fused in fast numerics' : 'relaxed: not in this browser'
  if (engine?.place !== 'process') {
    const threads = hasThreads() ? 'threads: relaxed, and shares large operations' : 'threads: not on this page'
    offer('flavour', 'SIMD', [['baseline', 'baseline: in every browser'], ['relaxed', relaxed, !hasRelaxedSimd()], ['threads', threads, !hasThreads()]])
  }
  offer('numerics', 'Numerics', [['portable', 'portable: the same bits everywhere'], ['fast', 'fast: may fuse multiply and add']])
  offer('memoryBytes', 'Memory limit', memorySizes.map((bytes) => [bytes, formatBytes(bytes)] as const))
  offer('workBudget', 'Work limit', budgets.map((work) => [work, work === 0 ? 'no limit' : `${work / 1e9} G, ${work / 4e9} s of plain arithmetic`] as const))
  panel.append(commandPart(events))
  const trust = textElement('p', 'note', '')
  trust.append(trustLink('Tests, accuracy, deviations, and the data that leaves this page'))
  panel.append(trust, button('choice', 'Close', () => events.close()))
  return panel
}

/// "As a command": copies the command, or shows it for copying if the clipboard is not accessible.
function commandPart(events: EnginePanelEvents): HTMLElement {
  const part = element('div', 'as-command')
  const shown = textElement('code', 'command-text', '')
  shown.tabIndex = 0
  shown.hidden = true
  const remark = element('span', 'note')
  remark.setAttribute('role', 'status')
  const copy = button('choice', 'Copy as a command', () => {
    const command = events.command()
    shown.hidden = command === null
    shown.textContent = command
    if (command === null) return void (remark.textContent = 'Nothing has run yet.')
    navigator.clipboard.writeText(command).then(
      () => (remark.textContent = 'Copied. Save the program under this name; the command gives the same bits.'),
      () => (remark.textContent = 'The browser blocks the clipboard here: copy it by hand.'),
    )
  })
  part.append(copy, shown, remark)
  return part
}
