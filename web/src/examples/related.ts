/// Matches names of values and functions, and of operations.
const wordPattern = /[%@][A-Za-z_]\w*|\b[a-z]\w*\.[a-z]\w*/g

/// A text this many times longer than the example is not an edit of it.
const mostGrowth = 20

/// Whether a text is still an edit of the example: edits keep at least half of its names.
export function isStillAbout(text: string, original: string): boolean {
  if (text === original) return true
  if (text.length > mostGrowth * original.length) return false
  const words = new Set(original.match(wordPattern))
  const kept = new Set(text.match(wordPattern))
  return 2 * [...words].filter((word) => kept.has(word)).length >= words.size
}
