/// Whether a shadow root is dark: its host's `theme` decides, or else the system.

const system = matchMedia('(prefers-color-scheme: dark)')

function hostOf(element: Element): Element | null {
  const root = element.getRootNode()
  return root instanceof ShadowRoot ? root.host : null
}

/// The last result, cached because most pages have one host.
let last = system.matches

/// Returns whether the ground under `element` is dark. Before it is in a page, returns the last result.
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
