import type { Extension } from '@codemirror/state'
import { EditorView, showPanel, type Panel } from '@codemirror/view'
import { element } from '../shared/dom.js'

/// Characters that programs need and touch keyboards hide.
const keys = ['%', '=', ':', '<', '>', '(', ')', '[', ']', '{', '}', '"', '@', '#', '_', '->', 'x']

function keyRow(view: EditorView): Panel {
  const dom = element('div', 'cm-keyRow')
  dom.setAttribute('role', 'toolbar')
  dom.setAttribute('aria-label', 'Keys')
  for (const key of keys) {
    const one = element('button', 'cm-key')
    one.type = 'button'
    one.textContent = key
    // Keeps the focus in the text, so that the keyboard stays open.
    one.addEventListener('pointerdown', (event) => event.preventDefault())
    one.addEventListener('mousedown', (event) => event.preventDefault())
    one.addEventListener('click', () => {
      view.dispatch(view.state.replaceSelection(key), { userEvent: 'input.type', scrollIntoView: true })
    })
    dom.append(one)
  }
  return { dom, top: false }
}

const look = EditorView.baseTheme({
  '.cm-keyRow': { display: 'flex', overflowX: 'auto', gap: '4px', padding: '4px' },
  '.cm-key': { flex: '0 0 auto', minWidth: '44px', minHeight: '44px', font: '16px/22px var(--mono)' },
  '&:not(.cm-focused) .cm-keyRow': { display: 'none' },
  '@media not (pointer: coarse)': { '.cm-panels .cm-keyRow': { display: 'none' } },
})

/// A row of keys above a phone's keyboard while the program is edited.
export const keyRowPanel: Extension = [showPanel.of(keyRow), look]
