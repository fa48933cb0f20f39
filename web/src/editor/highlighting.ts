import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { tags } from '@lezer/highlight'

/// Nearly monochrome: operations are bold, values green, comments muted. Colour is kept for
/// what means something.
const style = HighlightStyle.define([
  { tag: tags.keyword, fontWeight: '600' },
  { tag: tags.modifier, color: 'var(--ink)' },
  { tag: tags.variableName, color: 'var(--green)' },
  { tag: tags.labelName, color: 'var(--ink)', fontStyle: 'italic' },
  { tag: tags.typeName, color: 'var(--muted)' },
  { tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic' },
  { tag: tags.string, color: 'var(--muted)' },
])

export const highlighting = syntaxHighlighting(style)
