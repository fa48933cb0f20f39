import { asElement, asMarkdown, asPython } from '../link/copy-forms.js'
import { safeLength } from '../link/fragment.js'
import { makeLink, type ProgramLink } from '../link/make-link.js'
import { copyText } from '../shared/copy-text.js'
import { button, element } from '../shared/dom.js'
import { groupedNumber } from '../shared/numbers.js'
import { commandWords, quoted, type CommandParts } from './command-line.js'
import { PageProgram, type PageParts } from './page-program.js'

declare const PADDOCK_VERSION: string

interface ShareEvents {
  close(): void
  text(): string
  /// Makes the link to what the page shows.
  link(): Promise<ProgramLink>
  /// Returns the words of the command that repeats the last run, on this file; null if nothing ran.
  command(fileName?: string): string[] | null
  /// Returns the picture of a result in Markdown; empty if there is none.
  picture(): Promise<string>
  /// Saves a page with the program and the engine; returns a sentence about it.
  save(): Promise<string>
}

/// Renders the panel for the program of the page.
export function renderShare(parts: PageParts, lastRun: () => CommandParts | null, close: () => void): Promise<HTMLElement> {
  const program = new PageProgram(parts)
  return renderPanel({
    close,
    text: () => program.current().text,
    link: () => makeLink(program.current(), program.read, () => program.engine()),
    command: (fileName) => {
      const run = lastRun()
      return run && commandWords({ ...run, fileName: fileName ?? run.fileName })
    },
    picture: async () => (await import('../capsule/recorded.js')).drawMarkdown(parts.bench.lastResult?.processes[parts.process()] ?? []).catch(() => ''),
    save: async () => (await import('./save-page.js')).savePage(program, parts.bench.lastResult, lastRun()?.fileName ?? 'program'),
  })
}

/// Renders the panel with the link and the other forms.
async function renderPanel(events: ShareEvents): Promise<HTMLElement> {
  const panel = element('section', 'engine-panel share-panel')
  panel.setAttribute('role', 'dialog')
  panel.setAttribute('aria-label', 'Share')
  const field = element('input', 'link')
  field.readOnly = true
  field.setAttribute('aria-label', 'The link')
  field.addEventListener('focus', () => field.select())
  const about = element('p', 'note')
  const said = element('p', 'note')
  said.setAttribute('role', 'status')
  const makeLink = async (): Promise<string> => {
    const { address, left } = await events.link()
    field.value = address
    about.textContent = linkSentences(address.length, left)
    return address
  }
  const forms: Readonly<Record<string, () => Promise<Form>>> = {
    'Copy the link': async () => ({ text: await makeLink(), said: 'Copied the link.' }),
    element: async () => ({ text: asElement(events.text(), PADDOCK_VERSION), said: 'Copied HTML for a page of yours. It loads the element from a public host.' }),
    Markdown: async () => ({ text: asMarkdown(events.text(), await events.picture(), await makeLink()), said: 'Copied Markdown with the program, the picture of its result and its link.' }),
    command: async () => ({ text: words(events.command()).map(quoted).join(' '), said: 'Copied a command. Save the program under the name in it.' }),
    Python: async () => ({ text: asPython(events.text(), words(events.command('-'))), said: 'Copied a script that contains the program and runs the command paddock.' }),
  }
  const copy = (name: string): HTMLButtonElement => button('choice', name, () => void forms[name]!().then(({ text, said: sentence }) => copyText(text, said, sentence), (error: Error) => void (said.textContent = error.message)))
  const linkRow = element('div', 'link-row')
  linkRow.append(field, copy('Copy the link'))
  const row = element('div', 'forms')
  row.append('Copy as', ...Object.keys(forms).slice(1).map(copy))
  panel.append(linkRow, about, row, said, button('choice', 'Close', () => events.close()))
  said.before(saveButton(events, said))
  await makeLink().catch((error: Error) => {
    linkRow.hidden = true
    about.textContent = `${error.message} Save it as HTML instead.`
  })
  return panel
}

function saveButton(events: ShareEvents, said: HTMLElement): HTMLButtonElement {
  return button('choice save', 'Save as HTML', () => void events.save().then((sentence) => (said.textContent = sentence), (error: Error) => (said.textContent = error.message)))
}

interface Form {
  text: string
  /// Reports the copy in a sentence.
  said: string
}

function words(command: string[] | null): string[] {
  if (command === null) throw new Error('Nothing has run yet.')
  return command
}

function linkSentences(length: number, left: readonly string[]): string {
  const about = `${groupedNumber(length)} characters hold the program, its inputs, the grid, the numerics and what is shown. Nothing is sent: the program is in the link.`
  const isLong = length > safeLength ? ` Some chat programs cut links of more than ${groupedNumber(safeLength)} characters.` : ''
  const isPartial = left.length > 0 ? ` The link does not hold ${left.join(', ')}: send the file, too.` : ''
  return about + isLong + isPartial
}
