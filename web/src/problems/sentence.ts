/// A leading name of a program or rule keeps its case.
export const capital = (text: string): string => text.replace(/^[a-z]+(?=[ ,]|$)/, (word) => word.charAt(0).toUpperCase() + word.slice(1))

/// Matches `pad (C3): 0 <= interior_padding, but interior_padding[0] = -1`.
export const brokenRule = /^([\w.]+) \((\w+)\): (.*), but (.*)$/s

/// Turns a message into a sentence.
export const sentenceOf = (text: string): string => capital(text).replace(/(?<![.!?])$/, '.')
