import { ProgramError, type CodeLanguage, type Paddock } from 'paddock-hlo'
import { codeWordAt } from '../shared/code-words.js'
import { copyText } from '../shared/copy-text.js'
import { button, element, textElement } from '../shared/dom.js'
import { sheet } from '../shared/sheet.js'
import { Tabs } from '../stage/panels/tabs.js'

interface BuilderCodeParts {
  engine(): Promise<Paddock>
  /// The program in the editor.
  text(): string
}

const languages: readonly (readonly [CodeLanguage, string])[] = [['c++', 'C++'], ['javascript', 'JavaScript']]

/// Longer code is not coloured.
const mostColoured = 200_000

const codeStyles = sheet(`
  .builder-code { display: grid; gap: 8px; min-width: 0; }
  .builder-code .tabs { margin: 0; }
  .builder-code pre { max-height: min(320px, 40vh); margin: 0; overflow: auto; font: 13px/18px var(--mono); }
  .builder-code pre .comment { color: var(--muted); font-style: italic; }
  .builder-code pre .string, .builder-code pre .number { color: var(--green); }
  .builder-code pre .method { font-weight: 600; }
  .builder-code pre .keyword { color: var(--muted); }
  .builder-code .actions { display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: center; }
`)

/// Renders the program as code that makes it with the builder, in each language.
export function renderBuilderCode(parts: BuilderCodeParts, root: ShadowRoot): HTMLElement {
  if (!root.adoptedStyleSheets.includes(codeStyles)) root.adoptedStyleSheets.push(codeStyles)
  const part = element('div', 'builder-code')
  const said = element('span', 'note said')
  said.setAttribute('role', 'status')
  const shown = new Map(languages.map(([, name]) => [name, element('pre', '')]))
  for (const code of shown.values()) code.tabIndex = 0
  const names = element('input', '')
  names.type = 'checkbox'
  let language: CodeLanguage = 'c++'
  const nameOf = (): string => languages.find(([one]) => one === language)![1]
  const show = async (): Promise<void> => {
    const asked = language
    const code = shown.get(nameOf())!
    said.textContent = ''
    try {
      const text = await (await parts.engine()).builderCode(parts.text(), asked, { names: names.checked })
      if (asked === language) code.replaceChildren(...colouredCode(text))
    } catch (error) {
      code.replaceChildren()
      said.textContent = reason(error)
    }
  }
  const tabs = new Tabs(Object.fromEntries(shown), 'C++', (name) => {
    language = languages.find(([, one]) => one === name)![0]
    void show()
  })
  names.addEventListener('change', () => void show())
  const label = textElement('label', '', '')
  label.append(names, ' Keep the names of values')
  const actions = element('div', 'actions')
  actions.append(
    button('choice', 'Copy', () => void copyText(shown.get(nameOf())!.textContent ?? '', said, `Copied: ${nameOf()} that makes this program.`)),
    label,
    said,
  )
  part.append(tabs.bar, ...shown.values(), actions)
  return part
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
