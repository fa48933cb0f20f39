/// Keeps the site for visits without a network. A new version is offered in a bar, never forced.
import { adoptStyles } from '../shared/adopt-styles.js'
import { button, element, textElement } from '../shared/dom.js'
import { sheet } from '../shared/sheet.js'

const barStyles = sheet(`
  .update { grid-area: linked; display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; padding: 6px 16px; border-bottom: 1px solid var(--line); background: var(--pane); }
  @media (max-width: 699px) { .update button { min-height: 36px; } }
`)

/// A site on this machine is someone's build: it must not outlast its server.
const isLocal = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(location.hostname)

/// Registers the service worker of the site, where there may be one.
export async function keepSite(root: ShadowRoot): Promise<void> {
  if (isLocal || !('serviceWorker' in navigator)) return
  // Policies and frames may forbid it; the page then needs a network.
  const registration = await navigator.serviceWorker.register(new URL('service-worker.js', document.baseURI)).catch(() => null)
  if (registration === null) return
  const offer = (): void => {
    if (registration.waiting !== null && navigator.serviceWorker.controller !== null) offerUpdate(root, registration.waiting)
  }
  const watch = (): void => registration.installing?.addEventListener('statechange', offer)
  registration.addEventListener('updatefound', watch)
  // The browser may have found one already.
  watch()
  offer()
  await registration.update().catch(() => {})
}

function offerUpdate(root: ShadowRoot, waiting: ServiceWorker): void {
  if (root.querySelector('.update') !== null) return
  const bar = element('div', 'update')
  bar.setAttribute('role', 'status')
  bar.setAttribute('aria-label', 'Update')
  const take = (): void => {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
    waiting.postMessage('take over')
  }
  bar.append(textElement('p', 'lost-sentence', 'There is a new version of this page. Your text is kept.'), button('lost-action', 'Take it', take), button('lost-action', 'Later', () => bar.remove()))
  root.querySelector('.linked')?.before(bar)
  adoptStyles(bar, barStyles)
}
