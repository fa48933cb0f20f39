/// Adds styles to the tree of an element, once.
export function adoptStyles(of: Element, styles: CSSStyleSheet): void {
  const { adoptedStyleSheets } = of.getRootNode() as ShadowRoot
  if (!adoptedStyleSheets.includes(styles)) adoptedStyleSheets.push(styles)
}
