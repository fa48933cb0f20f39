/// Keeps the focus in place when the focused element is redrawn: moves it to the replacement, or else to an ancestor.

/// The element that had the focus, and its position.
interface Held {
  element: HTMLElement
  /// Its ancestors, innermost first.
  around: readonly Element[]
  label: string
  /// Its index among elements with the same selector, within each ancestor.
  ordinals: readonly number[]
}

const selectorOf = ({ localName, classList }: Element): string => [localName, ...[...classList].map((name) => CSS.escape(name))].join('.')
const alike = (around: Element | ShadowRoot, element: Element): HTMLElement[] => [...around.querySelectorAll<HTMLElement>(selectorOf(element))]
const labelOf = (element: Element): string => element.getAttribute('aria-label') ?? element.textContent ?? ''
const isHidden = (element: Element): boolean => element.closest('[hidden]') !== null
/// Whether elements of this kind are identified by their label, as buttons and links are.
const isNamed = ({ localName }: Element): boolean => localName === 'button' || localName === 'a'

function around(element: Element): Element[] {
  const parents: Element[] = []
  for (let parent = element.parentElement; parent !== null; parent = parent.parentElement) parents.push(parent)
  return parents
}

/// Finds the element in place of the one that had the focus; null if there is none.
function successor({ element, label, ordinals, around }: Held): HTMLElement | null {
  if (element.isConnected && !isHidden(element)) return element
  const at = around.findIndex((parent) => parent.isConnected)
  if (at < 0) return null
  const candidates = alike(around[at]!, element).filter((one) => !isHidden(one))
  const same = candidates[ordinals[at]!]
  if (same !== undefined && (!isNamed(element) || labelOf(same) === label)) return same
  return candidates.find((one) => labelOf(one) === label) ?? null
}

/// Keeps the focus within `root`. `otherwise` receives it if no ancestor can.
export function keepFocus(root: ShadowRoot, isEditor: (element: Element) => boolean, otherwise: HTMLElement): void {
  let held: Held | null = null
  const observer = new MutationObserver((records) => {
    if (held === null || (root.activeElement !== null && !isHidden(root.activeElement))) return
    const { element } = held
    const isGone = records.some(({ removedNodes }) => [...removedNodes].some((node) => node.contains(element)))
    if (!isGone && !isHidden(element)) return
    const parents = held.around.filter((parent) => parent.isConnected && !isHidden(parent))
    const next = successor(held) ?? parents.find((parent): parent is HTMLElement => parent instanceof HTMLElement && (parent.tabIndex >= 0 || parent.isContentEditable)) ?? otherwise
    next.focus({ preventScroll: true })
  })
  let last: HTMLElement | null = null
  // A mouse click on text removes the focus, so it is restored. A tap may be meant to close the keyboard.
  root.host.addEventListener('pointerup', (event) => {
    const isNowhere = (): boolean => root.activeElement === null && (document.activeElement === null || document.activeElement === document.body)
    const restore = (): void => {
      if (isNowhere() && last?.isConnected === true && !isHidden(last) && document.getSelection()?.isCollapsed !== false) last.focus({ preventScroll: true })
    }
    if ((event as PointerEvent).pointerType !== 'mouse') return
    restore()
    // A selection that the click removes is there until after this event.
    setTimeout(restore)
  })
  root.addEventListener('focusin', ({ target }) => {
    observer.disconnect()
    held = null
    if (target instanceof HTMLElement) last = target
    // Most mutations come from the editor during typing.
    if (!(target instanceof HTMLElement) || isEditor(target)) return
    const parents = around(target)
    held = { element: target, around: parents, label: labelOf(target), ordinals: parents.map((parent) => alike(parent, target).indexOf(target)) }
    observer.observe(root, { subtree: true, childList: true, attributes: true, attributeFilter: ['hidden'] })
  })
}
