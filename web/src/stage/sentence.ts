/// A name of a program or of a rule begins a sentence as it is written.
export const capital = (text: string): string => text.replace(/^[a-z]+(?=[ ,]|$)/, (word) => word.charAt(0).toUpperCase() + word.slice(1))

/// `pad (C3): 0 <= interior_padding, but interior_padding[0] = -1`.
export const brokenRule = /^([\w.]+) \((\w+)\): (.*), but (.*)$/s

/// A message as a sentence of its own.
export const sentenceOf = (text: string): string => capital(text).replace(/(?<![.!?])$/, '.')
