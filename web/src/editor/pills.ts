import { EditorView, ViewPlugin } from '@codemirror/view'
import { pillEvent, type PillDetail } from './pill-event.js'
import { valuesBetween, valuesField } from './value-column.js'

/// A click on the pill of a NaN or an infinity beside a line asks where it came from.
function ask(view: EditorView, { target, clientY }: MouseEvent): void {
  const pill = (target as Element).closest('.cm-value-nan, .cm-value-inf')
  if (pill === null || view.state.field(valuesField, false) === undefined) return
  const which = pill.matches('.cm-value-nan') ? 'nan' : 'inf'
  const { from, to } = view.lineBlockAtHeight(clientY - view.documentTop)
  const value = valuesBetween(view.state, from, to).find(({ summary }) => (which === 'nan' ? summary.nan : summary.infinite) > 0)
  if (value === undefined || value.isStale) return
  const detail: PillDetail = { name: value.summary.name, from: value.position, which }
  view.dom.dispatchEvent(new CustomEvent(pillEvent, { detail, bubbles: true }))
}

const clicks = ViewPlugin.define((view) => {
  const listen = (event: MouseEvent): void => ask(view, event)
  view.dom.addEventListener('click', listen)
  return { destroy: () => view.dom.removeEventListener('click', listen) }
})

const look = EditorView.baseTheme({ '.cm-value-nan, .cm-value-inf': { pointerEvents: 'auto', cursor: 'pointer' } })

export const pills = [clicks, look]
