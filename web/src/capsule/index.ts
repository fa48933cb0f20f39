/// The script of a page that contains a program and its engine (wasm/package/build-capsule.mjs).
import * as paddock from 'paddock-hlo/inline'
import type * as Elements from '../element/index.js'
import { encodeFragment } from '../link/fragment.js'
import { readShared, type SharedProgram } from '../link/shared-program.js'
import { Modules, type ModuleFunction } from './modules.js'

/// Milliseconds without an edit before the link is written again.
const linkDelay = 500

/// Defines the elements from the modules in the page, and shows the program.
export function begin(functions: Readonly<Record<string, ModuleFunction>>): void {
  const modules = new Modules(functions, { '../index.js': paddock, '../inline.js': paddock })
  const program = readShared(document.getElementById('program')!.textContent)
  const example = document.querySelector('paddock-example')!
  const elements = modules.use('./index.js') as unknown as typeof Elements
  elements.provideEngine(() => paddock.load())
  Object.assign(example, { setup: program, program: program.text })
  keepLink(example, program)
}

/// Keeps the link to the playground that of the text that is shown.
function keepLink(example: { readonly program: string } & HTMLElement, program: SharedProgram): void {
  const link = document.getElementById('playground') as HTMLAnchorElement
  const address = link.getAttribute('href') ?? ''
  if (address === '') return
  let timer: ReturnType<typeof setTimeout> | undefined
  /// The text that the link has.
  let linked: string | null = null
  const write = async (): Promise<void> => {
    const text = example.program
    const view = text === program.text ? program.view : { cursor: null, execution: null, process: 0, tab: null, pin: null }
    const fragment = await encodeFragment({ ...program, text, view }).catch(() => null)
    link.href = fragment === null ? address : `${address}#${fragment}`
    linked = text
  }
  const writeSoon = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void write(), linkDelay)
  }
  void write()
  // A click soon after an edit waits for the text.
  const follow = (event: MouseEvent): void => {
    if (linked === example.program || event.button > 1) return
    event.preventDefault()
    const isNewTab = event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey
    void write().then(() => (isNewTab ? window.open(link.href, '_blank', 'noopener') : location.assign(link.href)))
  }
  link.addEventListener('click', follow)
  // A click of the middle button.
  link.addEventListener('auxclick', follow)
  for (const type of ['keyup', 'paddock-result']) example.addEventListener(type, writeSoon)
}
