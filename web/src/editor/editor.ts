import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching, indentUnit } from '@codemirror/language'
import { lintKeymap } from '@codemirror/lint'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, drawSelection, highlightActiveLine, keymap } from '@codemirror/view'
import { diagnosticMarks } from '../codemirror/diagnostics.js'
import { engineSource, isSettled, textOf } from '../codemirror/engine-source.js'
import { folding } from '../codemirror/folding.js'
import { indentation } from '../codemirror/indentation.js'
import { onLit, type LitThing } from '../codemirror/lit-places.js'
import { language } from '../codemirror/mlir-language.js'
import { highlighting } from './highlighting.js'
import { inputHistory, type InputChoice } from './input-history.js'
import { keyRowPanel } from './key-row.js'
import { look } from './look.js'
import { numberDrag } from './number-drag.js'
import { problemLines } from './problem-lines.js'

export interface EditorEvents {
  /// `isDirect`: a number is pulled or a cell painted, and the result is waited for.
  onEdit(text: string, isDirect: boolean): void
  /// The cursor has moved, or the text around it.
  onCursor(): void
  /// The value or the dimension under the pointer, or null.
  onLit(thing: LitThing | null): void
  /// Undo or redo has changed what an input is.
  onInputHistory(choice: InputChoice): void
  /// Other lines came into sight.
  onViewport(): void
}

const later = new Compartment()

/// What helps to write. It comes when somebody goes to the editor, or when this is called: whoever
/// has just arrived waits for the engine.
export async function addAssistance(view: EditorView): Promise<void> {
  const { assistance } = await import('./assistance.js')
  if (later.get(view.state) !== assistance) view.dispatch({ effects: later.reconfigure(assistance) })
}

/// The editor of a program: each feature is one extension, and `extras` are those that not every
/// place has room for.
export function createEditor(parent: HTMLElement, root: ShadowRoot, text: string, events: EditorEvents, extras: Extension = []): EditorView {
  const view = new EditorView({
    parent,
    root,
    state: EditorState.create({
      doc: text,
      extensions: [
        extras,
        history(),
        drawSelection(),
        bracketMatching(),
        highlightActiveLine(),
        indentUnit.of('  '),
        EditorState.tabSize.of(2),
        keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap]),
        EditorView.contentAttributes.of({ 'aria-label': 'StableHLO program', tabindex: '0', spellcheck: 'false', autocapitalize: 'off' }),
        EditorView.updateListener.of((update) => {
          const isEdit = update.docChanged && update.transactions.every((transaction) => transaction.annotation(isSettled) !== true)
          const isDirect = update.transactions.some((transaction) => transaction.isUserEvent('input.drag') || transaction.isUserEvent('input.paint'))
          if (isEdit) events.onEdit(textOf(update.state.doc), isDirect)
          if (update.selectionSet || isEdit) events.onCursor()
          if (update.viewportChanged) events.onViewport()
        }),
        engineSource,
        onLit.of((_, thing) => events.onLit(thing)),
        language,
        indentation,
        highlighting,
        diagnosticMarks,
        problemLines,
        numberDrag,
        inputHistory((effect) => events.onInputHistory(effect)),
        folding,
        keyRowPanel,
        later.of([]),
        look,
      ],
    }),
  })
  view.contentDOM.addEventListener('focus', () => void addAssistance(view).catch(() => {}), { once: true })
  return view
}
