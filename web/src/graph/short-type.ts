const known = new Map<string, string>()
/// A program has few types. Those of many programs are not kept.
const mostKnown = 1000

/// Formats a type as `4x8 f32`; types other than tensors are as in the program.
export function shortType(type: string): string {
  let short = known.get(type)
  if (short !== undefined) return short
  short = type.replace(/^tensor<(?:(.*)x)?([^x<>]+(?:<[^<>]*>)?)>$/, (_, sizes: string | undefined, element: string) => (sizes === undefined ? element : `${sizes} ${element}`))
  if (known.size === mostKnown) known.clear()
  known.set(type, short)
  return short
}
