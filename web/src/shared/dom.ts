/// Creates elements. Program text reaches the page only through `textContent`.

export function element<K extends keyof HTMLElementTagNameMap>(name: K, className: string): HTMLElementTagNameMap[K] {
  const created = document.createElement(name)
  created.className = className
  return created
}

export function textElement<K extends keyof HTMLElementTagNameMap>(name: K, className: string, text: string): HTMLElementTagNameMap[K] {
  const created = element(name, className)
  created.textContent = text
  return created
}

/// Unchanged text is not set, which would invalidate the layout.
export function setText(shown: Element | undefined, text: string): void {
  if (shown !== undefined && shown.textContent !== text) shown.textContent = text
}

export function button(className: string, text: string, act: () => void): HTMLButtonElement {
  const created = textElement('button', className, text)
  created.type = 'button'
  created.addEventListener('click', act)
  return created
}

export function svgElement<K extends keyof SVGElementTagNameMap>(name: K, attributes: Readonly<Record<string, string | number>>): SVGElementTagNameMap[K] {
  const created = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, String(value))
  return created
}

/// Updates `shown` to the content of `next` with the fewest changes, so that a new number does not
/// invalidate the whole layout. Only for elements without listeners.
export function takeOver(shown: Element, next: Element): void {
  const before = [...shown.childNodes]
  const after = [...next.childNodes]
  const isAlike = before.length === after.length && after.every((node, i) => node.nodeName === before[i]!.nodeName && classOf(node) === classOf(before[i]!))
  if (!isAlike) return shown.replaceChildren(...after)
  after.forEach((node, i) => {
    const old = before[i]!
    if (!(node instanceof Element)) {
      if (old.nodeValue !== node.nodeValue) old.nodeValue = node.nodeValue
      return
    }
    const shownNode = old as Element
    for (const { name, value } of node.attributes) if (shownNode.getAttribute(name) !== value) shownNode.setAttribute(name, value)
    takeOver(shownNode, node)
  })
}

const classOf = (node: Node): string | null => (node instanceof Element ? node.getAttribute('class') : null)
