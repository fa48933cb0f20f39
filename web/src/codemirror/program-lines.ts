/// How a program's text is made up, for who reads it line by line: brackets, and where statements begin.

export interface Bracket {
  at: number
  text: string
}

/// Strings and comments, whole; arrows; brackets; runs of anything else.
export const token = /"(?:[^"\\\n]|\\.)*"?|\/\/[^\n]*|->|[{}()[\]<>]|[^"/{}()[\]<>-]+|./gs

/// The brackets of a text, those in strings and comments left out.
export function* bracketsOf(text: string): Generator<Bracket> {
  for (const { 0: found, index: at } of text.matchAll(token)) {
    if (found.length === 1 && '{}()[]<>'.includes(found)) yield { at, text: found }
  }
}

const openings: Readonly<Record<string, string>> = { '}': '{', ')': '(', ']': '[', '>': '<' }

/// The opening bracket that a closing one needs; undefined for opening ones.
export const openingOf = (bracket: string): string | undefined => openings[bracket]

const beginning = /^\s*(?:%[\w$.:#, %-]+=|"?[A-Za-z_]\w*\.[\w.$]+|(?:return|func|module)\b|\^|\/\/|[#!][\w$.]+\s*=)/

/// Whether a line starts as statements do, and goes on with none.
export const beginsStatement = (line: string): boolean => beginning.test(line)
