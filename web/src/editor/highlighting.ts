import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { tags } from '@lezer/highlight'
import { wordLooks, type WordKind } from '../codemirror/words.js'

const rules = Object.entries(wordLooks).map(([kind, look]) => ({ tag: tags[kind as NonNullable<WordKind>], ...look }))

/// Highlighting styles of the editor.
export const highlighting = syntaxHighlighting(HighlightStyle.define(rules))
