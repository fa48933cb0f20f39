import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { indentUnit } from '@codemirror/language'
import { Compartment, EditorState, Facet, type ChangeDesc, type Extension, type Transaction } from '@codemirror/state'
import { EditorView, drawSelection, highlightActiveLine, keymap } from '@codemirror/view'
import { engineSource, isSettled, textOf } from '../codemirror/engine-source.js'
import { folding } from '../codemirror/folding.js'
import { onLit, type LitThing } from '../codemirror/lit-places.js'
import { language } from '../codemirror/mlir-language.js'
import { choiceHistory } from './choice-history.js'
import { highlighting } from './highlighting.js'
import { look } from './look.js'
import { sameProgram } from './same-program.js'

interface EditorEvents {
  /// Called before the editor shows `state`, the result of `changes`. `isDirect`: a number is being
  /// dragged or a cell painted, so the result is awaited.
  beforeEdit(state: EditorState, changes: ChangeDesc, isDirect: boolean): void
  onEdit(text: string): void
  /// The cursor or the text around it has changed.
  onCursor(): void
  /// The value or dimension under the pointer has changed; null for none.
  onLit(thing: LitThing | null): void
  /// The visible lines have changed.
  onViewport(): void
}

const later = new Compartment()

/// Additional extensions, loaded with the assistance.
export const laterParts = Facet.define<() => Promise<Extension>>()

/// Whether these transactions need a new check and run.
const editsText = (transactions: readonly Transaction[]): boolean =>
  transactions.some(({ docChanged }) => docChanged) && transactions.every((transaction) => transaction.annotation(isSettled) !== true)

/// Loads the assistance. It loads on focus, or when this is called: the engine has priority.
export async function addAssistance(view: EditorView): Promise<void> {
  const parts = await Promise.all([import('./assistance.js').then(({ assistance }) => assistance), ...view.state.facet(laterParts).map((load) => load())])
  const isThere = (later.get(view.state) as readonly Extension[]).length > 0
  if (!isThere) view.dispatch({ effects: later.reconfigure(parts) })
}

/// Creates the editor of a program. Each feature is one extension; `extras` are those that do not fit everywhere.
export function createEditor(parent: HTMLElement, root: ShadowRoot, text: string, events: EditorEvents, extras: Extension = []): EditorView {
  const view = new EditorView({
    parent,
    root,
    dispatchTransactions: (transactions, editor) => {
      if (editsText(transactions)) {
        const changes = transactions.map((transaction) => transaction.changes).reduce((all, next) => all.compose(next))
        const isDirect = transactions.some((transaction) => transaction.isUserEvent('input.drag') || transaction.isUserEvent('input.paint'))
        events.beforeEdit(transactions.at(-1)!.state, changes, isDirect)
      }
      editor.update(transactions)
    },
    state: EditorState.create({
      doc: text,
      extensions: [
        extras,
        history(),
        drawSelection(),
        highlightActiveLine(),
        indentUnit.of('  '),
        EditorState.tabSize.of(2),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        EditorView.contentAttributes.of({ 'aria-label': 'StableHLO program', tabindex: '0', spellcheck: 'false', autocapitalize: 'off' }),
        EditorView.updateListener.of((update) => {
          const isEdit = editsText(update.transactions)
          if (isEdit) events.onEdit(textOf(update.state.doc))
          if (update.selectionSet || isEdit) events.onCursor()
          if (update.viewportChanged) events.onViewport()
        }),
        engineSource,
        sameProgram,
        onLit.of((_, thing) => events.onLit(thing)),
        language,
        highlighting,
        choiceHistory,
        folding,
        later.of([]),
        look,
      ],
    }),
  })
  view.contentDOM.addEventListener('focus', () => void addAssistance(view).catch(() => {}), { once: true })
  return view
}
