import type { ElementType } from 'paddock-hlo'

const float = 'bf16|f16|f32|f64'
/// A string, a comment, the beginning of a constant with a name, or a type of floats.
const part = new RegExp(String.raw`"(?:[^"\\]|\\.)*"|//[^\n]*|(%[\w.$-]+)(\s*=\s*stablehlo\.constant\s*(?:\{[^}]*\}\s*)?dense<)|(tensor<(?:[\d?]+x)*)(?:${float})(?=[,>])`, 'g')
const typeAfter = new RegExp(String.raw`^\s*:\s*(tensor<(?:\d+x)*)(${float})>`)

/// Returns a program with `type` in place of f16, bf16, f32 and f64. Each constant keeps its literal and is converted, so
/// that it is rounded once; lines and names are preserved. Complex and quantized types, and numbers of attributes, keep
/// their types.
export function retype(text: string, type: ElementType): string {
  let retyped = ''
  let at = 0
  part.lastIndex = 0
  for (let found = part.exec(text); found !== null; found = part.exec(text)) {
    const [whole, name, opening, tensor] = found
    retyped += text.slice(at, found.index)
    at = part.lastIndex
    if (name !== undefined) {
      const end = endOfLiteral(text, at)
      const constant = constantIn(type, { name, opening: opening!, literal: text.slice(at, end) }, typeAfter.exec(text.slice(end, end + 200)), found.index)
      retyped += constant.text
      at = end + constant.passed
    } else retyped += tensor === undefined ? whole : `${tensor}${type}`
    part.lastIndex = at
  }
  return retyped + text.slice(at)
}

interface Literal {
  name: string
  opening: string
  literal: string
}

/// `passed`: the length of the type after the literal, if it is part of the text that is returned.
function constantIn(type: ElementType, { name, opening, literal }: Literal, after: RegExpExecArray | null, index: number): { text: string; passed: number } {
  const [whole = '', tensor, from] = after ?? []
  if (after === null || from === type) return { text: name + opening + literal, passed: 0 }
  const given = `%paddock_given_${index}`
  return { text: `${given}${opening}${literal}${whole} ${name} = stablehlo.convert ${given} : (${tensor}${from}>) -> ${tensor}${type}>`, passed: whole.length }
}

/// Returns the offset after the `>` that ends a literal.
function endOfLiteral(text: string, from: number): number {
  const closing = /"[^"]*"|>/g
  closing.lastIndex = from
  for (let found = closing.exec(text); found !== null; found = closing.exec(text)) if (found[0] === '>') return closing.lastIndex
  return text.length
}
