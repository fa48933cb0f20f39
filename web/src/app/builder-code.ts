import { ProgramError, type CodeLanguage, type Paddock } from 'paddock-hlo'
import { codeWordAt } from '../shared/code-words.js'
import { copyText } from '../shared/copy-text.js'
import { button, element, textElement } from '../shared/dom.js'
import { sheet } from '../shared/sheet.js'

interface BuilderCodeParts {
  engine(): Promise<Paddock>
  /// The program in the editor.
  text(): string
  /// Further buttons.
  buttons?: readonly HTMLElement[]
}

/// Whether code keeps the names of values, in all languages.
const codeOptions = { names: false }

/// Longer code is not coloured, because its elements would take longer than a frame.
const mostColoured = 50_000

export const codeStyles = sheet(`
  .builder-code { display: grid; gap: 8px; min-width: 0; }
  .builder-code[hidden] { display: none; }
  .builder-code pre { max-height: max(320px, 60vh); margin: 0; overflow: auto; font: 13px/18px var(--mono); }
  .builder-code[data-stale] pre { opacity: 0.5; }
  .builder-code pre .comment { color: var(--muted); font-style: italic; }
  .builder-code pre .string, .builder-code pre .number { color: var(--green); }
  .builder-code pre .method { font-weight: 600; }
  .builder-code pre .keyword { color: var(--muted); }
  .builder-code .actions { display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: center; margin: 0; }
  .builder-code label { display: inline-flex; gap: 6px; align-items: center; }
  .builder-code label input { margin: 0; }
  .builder-code .said { margin: 0; }
`)

/// The program of the page as code that makes it with the builder, in one language.
export class BuilderCode {
  readonly dom = element('div', 'builder-code')
  private readonly code = element('pre', '')
  private readonly said = element('span', 'note said')
  private readonly names = element('input', '')
  /// The program and the options of the shown code.
  private shown = ''
  /// Milliseconds that the last code took to make.
  took = 0

  constructor(
    private readonly language: CodeLanguage,
    name: string,
    private readonly parts: BuilderCodeParts,
  ) {
    this.said.setAttribute('role', 'status')
    this.code.tabIndex = 0
    this.names.type = 'checkbox'
    this.names.addEventListener('change', () => {
      codeOptions.names = this.names.checked
      void this.show()
    })
    const label = textElement('label', '', '')
    label.append(this.names, 'Keep names')
    const actions = element('div', 'actions')
    actions.append(button('choice', 'Copy', () => void copyText(this.text, this.said, `Copied: ${name} that makes this program.`)), ...(parts.buttons ?? []), label, this.said)
    this.dom.append(actions, this.code)
  }

  get text(): string {
    return this.code.textContent ?? ''
  }

  /// Shows the code of the newest program. While that has errors, the code of an earlier one stays, paler.
  async show(): Promise<void> {
    const text = this.parts.text()
    const { names } = codeOptions
    this.names.checked = names
    const key = `${names} ${text}`
    if (key === this.shown) return
    this.shown = key
    try {
      const engine = await this.parts.engine()
      const from = performance.now()
      const code = await engine.builderCode(text, this.language, { names })
      this.took = performance.now() - from
      if (key !== this.shown) return
      this.code.replaceChildren(...colouredCode(code))
      this.tell('', false)
    } catch (error) {
      if (key !== this.shown) return
      // An engine that was lost may be back at the next edit.
      if (!(error instanceof ProgramError)) this.shown = ''
      this.tell(`${reason(error)}${this.text === '' ? '' : ' The code is of the program before your edit.'}`, true)
    }
  }

  private tell(sentence: string, isStale: boolean): void {
    this.said.textContent = sentence
    this.dom.toggleAttribute('data-stale', isStale)
  }
}

function reason(error: unknown): string {
  const [first] = error instanceof ProgramError ? error.diagnostics : []
  return first === undefined ? `There is no code: ${(error as Error).message}.` : `Line ${first.line}: ${first.message}.`
}

function colouredCode(text: string): (Node | string)[] {
  if (text.length > mostColoured) return [text]
  const words: (Node | string)[] = []
  for (let at = 0; at < text.length; ) {
    const { end, kind } = codeWordAt(text, at)
    const word = text.slice(at, end)
    words.push(kind === null ? word : textElement('span', kind, word))
    at = end
  }
  return words
}
