/// Structure of a program's text, line by line: brackets, and where statements begin.

export interface Bracket {
  at: number
  text: string
}

/// Tokens: whole strings and comments; arrows; brackets; runs of anything else.
export const token = /"(?:[^"\\\n]|\\.)*"?|\/\/[^\n]*|->|[{}()[\]<>]|[^"/{}()[\]<>-]+|./gs

/// Returns the brackets of a text, except those in strings and comments.
export function* bracketsOf(text: string): Generator<Bracket> {
  for (const { 0: found, index: at } of text.matchAll(token)) {
    if (found.length === 1 && '{}()[]<>'.includes(found)) yield { at, text: found }
  }
}

const openings: Readonly<Record<string, string>> = { '}': '{', ')': '(', ']': '[', '>': '<' }

/// Returns the opening bracket that matches a closing one; undefined for opening ones.
export const openingOf = (bracket: string): string | undefined => openings[bracket]

const beginning = /^\s*(?:%[\w$.:#, %-]+=|"?[A-Za-z_]\w*\.[\w.$]+|(?:return|func|module)\b|\^|\/\/|[#!][\w$.]+\s*=)/

/// Whether a line starts a statement, rather than continuing one.
export const beginsStatement = (line: string): boolean => beginning.test(line)
