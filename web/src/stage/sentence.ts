/// A name of a program or of a rule begins a sentence as it is written.
export const capital = (text: string): string => text.replace(/^[a-z]+(?=[ ,]|$)/, (word) => word.charAt(0).toUpperCase() + word.slice(1))

/// A message as a sentence of its own.
export const sentenceOf = (text: string): string => capital(text).replace(/(?<![.!?])$/, '.')
