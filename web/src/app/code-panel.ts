import type { Paddock } from 'paddock-hlo'
import { adoptStyles } from '../shared/adopt-styles.js'
import { button, element } from '../shared/dom.js'
import { sheet } from '../shared/sheet.js'
import { Tabs } from '../stage/panels/tabs.js'
import { BuilderCode, codeStyles } from './builder-code.js'

interface CodeParts {
  engine(): Promise<Paddock>
  /// The program in the editor.
  text(): string
  /// Makes a text the program of the page, and shows its values.
  open(text: string): void
}

const panelStyles = sheet(`
  .code-panel .tabs { margin: 0 0 12px; padding: 0; border: none; justify-content: flex-start; gap: 4px; }
  .code-panel .tab { padding: 2px 10px; border: 1px solid transparent; border-radius: 3px; }
  .code-panel .tab[aria-selected="true"] { border-color: var(--line); background: var(--ground); }
`)

/// Milliseconds without an edit before the code is made again; longer where making it takes longer.
const refreshDelay = 200

/// The content of the tab "Code": the program as builder code, and the cell.
export class CodePanel {
  private readonly cell = element('div', '')
  private readonly codes: Readonly<Record<string, BuilderCode>>
  private readonly tabs: Tabs<string>
  private timer: ReturnType<typeof setTimeout> | undefined
  private loading: Promise<{ take(code: string): void }> | null = null

  constructor(private readonly dom: HTMLElement, private readonly parts: CodeParts) {
    adoptStyles(dom, codeStyles)
    adoptStyles(dom, panelStyles)
    dom.classList.add('code-panel')
    const tryIt = button('choice', 'Try in the cell', () => void this.tryInCell())
    this.codes = {
      JavaScript: new BuilderCode('javascript', 'JavaScript', { ...parts, buttons: [tryIt] }),
      'C++': new BuilderCode('c++', 'C++', parts),
    }
    const panels: Readonly<Record<string, HTMLElement>> = {
      ...Object.fromEntries(Object.entries(this.codes).map(([name, { dom }]) => [name, dom])),
      Cell: this.cell,
    }
    this.tabs = new Tabs(panels, 'JavaScript', (name) => this.opened(name))
    dom.append(this.tabs.bar, ...Object.values(panels))
  }

  /// Shows the code of the newest program, if code is in sight.
  refresh(): void {
    clearTimeout(this.timer)
    const code = this.dom.hidden ? undefined : this.codes[this.tabs.shown]
    if (code !== undefined) this.timer = setTimeout(() => void code.show(), refreshDelay + 4 * code.took)
  }

  private opened(name: string): void {
    if (name === 'Cell') void this.loadCell()
    else void this.codes[name]?.show()
  }

  private async tryInCell(): Promise<void> {
    const { text } = this.codes.JavaScript!
    if (text === '') return
    this.tabs.open('Cell')
    ;(await this.loadCell()).take(text)
  }

  private loadCell(): Promise<{ take(code: string): void }> {
    return (this.loading ??= import('../cell/cell-panel.js').then(({ CellPanel, cellStyles }) => {
      adoptStyles(this.dom, cellStyles)
      const cell = new CellPanel(this.dom.getRootNode() as ShadowRoot, this.parts)
      this.cell.append(cell.dom)
      return cell
    }))
  }
}
