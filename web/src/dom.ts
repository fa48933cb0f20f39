/// Makes elements. Text of programs reaches the page through `textContent` alone.

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
