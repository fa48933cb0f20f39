/// Script of the panel: shows the program that the extension sends, and returns the reader's changes.
import type { FromPanel, ToPanel } from '../panel-messages.js'

declare function acquireVsCodeApi(): { postMessage(message: FromPanel): void }

interface Example extends HTMLElement {
  program: string
  run(): Promise<unknown>
}

const editor = acquireVsCodeApi()
const example = document.querySelector<Example>('paddock-example')!
let shown = ''

/// The editor names the kind of its theme on the body.
function followTheme(): void {
  const isDark = /^vscode-(?:dark|high-contrast)$/.test(document.body.dataset.vscodeThemeKind ?? '')
  example.setAttribute('theme', isDark ? 'dark' : 'light')
}
followTheme()
new MutationObserver(followTheme).observe(document.body, { attributeFilter: ['data-vscode-theme-kind'] })

window.addEventListener('message', ({ data }: MessageEvent<ToPanel>) => {
  if (data.program === shown) return
  shown = data.program
  example.program = shown
  void example.run()
})

// A number that was dragged, or an edit in the panel, is an edit of the file.
example.addEventListener('paddock-result', () => {
  if (example.program === shown) return
  shown = example.program
  editor.postMessage({ kind: 'edited', program: shown })
})

void customElements.whenDefined('paddock-example').then(() => editor.postMessage({ kind: 'ready' }))
