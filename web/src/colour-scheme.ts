/// Whether what stands in a shadow root is dark: its host's `theme` says so, or else the system.

const system = matchMedia('(prefers-color-scheme: dark)')

function hostOf(element: Element): Element | null {
  const root = element.getRootNode()
  return root instanceof ShadowRoot ? root.host : null
}

/// What the last host said: most pages have one.
let last = system.matches

/// Of an element that is not in a page yet it is what the last answer was.
export function isDarkAround(element: Element): boolean {
  const host = hostOf(element)
  if (host === null) return last
  const theme = host.getAttribute('theme')
  return (last = theme === 'dark' || (theme !== 'light' && system.matches))
}

/// Calls back when the colours of a host change.
export function onColourScheme(host: Element, changed: () => void): void {
  system.addEventListener('change', changed)
  new MutationObserver(changed).observe(host, { attributeFilter: ['theme'] })
}
