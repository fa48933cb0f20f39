import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { javascriptLanguage } from '@codemirror/lang-javascript'
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language'
import { EditorState, StateEffect, StateField } from '@codemirror/state'
import { Decoration, drawSelection, EditorView, keymap, lineNumbers, type DecorationSet } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { look } from '../editor/look.js'

/// Colours of builder code: calls are bold, values green, comments muted.
const highlighting = syntaxHighlighting(HighlightStyle.define([
  { tag: tags.function(tags.propertyName), fontWeight: '600' },
  { tag: [tags.string, tags.number, tags.bool, tags.null, tags.regexp], color: 'var(--green)' },
  { tag: [tags.keyword, tags.definitionKeyword, tags.controlKeyword, tags.modifier, tags.operatorKeyword], color: 'var(--muted)' },
  { tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic' },
]))

/// Lines with errors; an edit forgets them.
const markLines = StateEffect.define<readonly number[]>()
const marked = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(lines, { effects, docChanged, state }) {
    const given = effects.find((effect) => effect.is(markLines))
    if (given === undefined) return docChanged ? Decoration.none : lines
    const known = [...new Set(given.value as readonly number[])].filter((line) => line > 0 && line <= state.doc.lines).sort((a, b) => a - b)
    return Decoration.set(known.map((line) => Decoration.line({ class: 'cm-wrongLine' }).range(state.doc.line(line).from)))
  },
  provide: (field) => EditorView.decorations.from(field),
})

const cellLook = EditorView.theme({
  '@media (pointer: fine)': { '.cm-scroller': { fontSize: '13px', lineHeight: '20px' } },
  '.cm-wrongLine': { boxShadow: 'inset 0 -2px var(--error)' },
})

/// Creates the editor of the cell's code.
export function createCellEditor(root: ShadowRoot, text: string, onEdit: (text: string) => void): EditorView {
  return new EditorView({
    root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        bracketMatching(),
        indentOnInput(),
        indentUnit.of('  '),
        EditorState.tabSize.of(2),
        keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
        EditorView.contentAttributes.of({
          'aria-label': 'JavaScript of the cell',
          'aria-description': 'Control-Enter runs it. Escape, then Tab, leaves the editor.',
          spellcheck: 'false',
          autocapitalize: 'off',
        }),
        EditorView.updateListener.of(({ docChanged, state }) => docChanged && onEdit(state.doc.toString())),
        javascriptLanguage,
        highlighting,
        marked,
        cellLook,
        look,
      ],
    }),
  })
}

/// Marks lines, from 1.
export const markErrors = (view: EditorView, lines: readonly number[]): void => view.dispatch({ effects: markLines.of(lines) })

export function showLine(view: EditorView, line: number): void {
  view.dispatch({ selection: { anchor: view.state.doc.line(Math.min(line, view.state.doc.lines)).from }, scrollIntoView: true })
  view.focus()
}

/// Replaces the code; undo brings back what was there.
export const replaceCode = (view: EditorView, text: string): void => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: 0 } })
