import { wordAt, wordLooks } from './words.js'
import { textElement } from '../shared/dom.js'

/// Longer programs are not coloured until the editor is loaded, which colours only the visible part.
const mostColoured = 20_000

/// Renders a program as the editor will show it.
export function colouredText(text: string): (Node | string)[] {
  return text.length > mostColoured ? [text] : text.split('\n').flatMap((line, i) => (i === 0 ? colouredLine(line) : ['\n', ...colouredLine(line)]))
}

function colouredLine(line: string): (Node | string)[] {
  const words: (Node | string)[] = []
  for (let at = 0; at < line.length; ) {
    const { end, kind } = wordAt(line, at)
    const word = line.slice(at, end)
    words.push(kind === null || wordLooks[kind] === undefined ? word : textElement('span', kind, word))
    at = end
  }
  return words
}

/// The style rules for it.
export const wordStyles = Object.entries(wordLooks)
  .map(([kind, look]) => `.text .${kind} { ${Object.entries(look).map(([property, value]) => `${property}: ${value};`).join(' ')} }`)
  .join('\n')
