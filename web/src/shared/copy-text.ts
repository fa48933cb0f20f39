import { element } from './dom.js'

/// Copies a text and reports that in `said`. If a frame has no access to the clipboard, the text is selected instead.
export async function copyText(text: string, said: HTMLElement, sentence: string): Promise<void> {
  said.textContent = ''
  try {
    await navigator.clipboard.writeText(text)
    said.textContent = sentence
  } catch {
    const field = element('textarea', 'copied')
    field.value = text
    field.readOnly = true
    field.setAttribute('aria-label', 'Copy this by hand')
    said.replaceChildren(field)
    field.select()
  }
}
