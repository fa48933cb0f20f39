const font = '11px "Plex Mono", "Plex Mono stand-in", monospace'

/// Labels above a facet: the indices that all its elements share, each in the hue of its dimension.
/// Hidden if there is no room for all of them.
export function drawFacetLabel(context: CanvasRenderingContext2D, indices: readonly { dimension: number; index: number }[], { x, y, width }: { x: number; y: number; width: number }, style: CSSStyleDeclaration): void {
  const muted = style.getPropertyValue('--muted')
  const parts = indices.flatMap(({ dimension, index }, i) => [
    { text: i === 0 ? '[' : ', ', colour: muted },
    { text: String(index), colour: style.getPropertyValue(`--d${dimension % 6}`) },
  ])
  parts.push({ text: ']', colour: muted })
  context.font = font
  context.textAlign = 'left'
  context.textBaseline = 'alphabetic'
  const whole = parts.reduce((sum, { text }) => sum + context.measureText(text).width, 0)
  if (whole > width + 6) return
  let at = x
  for (const { text, colour } of parts) {
    context.fillStyle = colour
    context.fillText(text, at, y - 4)
    at += context.measureText(text).width
  }
}
