// Code that runs inside pages of any browser: it finds elements as a reader does, by what they are called.

/// Searches the page and its shadow trees. `find` has a CSS `selector`, and a `pattern` that the label or text must match,
/// as [source, flags]. Returns the first visible match as {text, x, y}, where x and y are the middle in CSS pixels; null
/// if there is none. `isScrolled`: brings it into view first.
export function findInPage({ selector, pattern, isScrolled }) {
  const expression = pattern && new RegExp(...pattern)
  const matches = []
  const collect = (root) => {
    matches.push(...root.querySelectorAll(selector))
    for (const element of root.querySelectorAll('*')) if (element.shadowRoot) collect(element.shadowRoot)
  }
  collect(document)
  const namesOf = (element) => [element.getAttribute('aria-label') ?? '', element.textContent].map((name) => name.trim())
  const named = expression ? matches.filter((element) => namesOf(element).some((name) => expression.test(name))) : matches
  const seen = named.find((element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible')
  if (!seen) return null
  if (isScrolled) seen.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  const { left, top, width, height } = seen.getBoundingClientRect()
  return { text: seen.textContent.trim(), value: seen.value ?? null, x: left + width / 2, y: top + height / 2 }
}

/// Copies text, which is then pasted by the keys: returns true. Where the browser refuses to copy, pastes by an event.
export function copyOrPasteInPage({ text }) {
  const deepest = (root) => (root.activeElement?.shadowRoot ? deepest(root.activeElement.shadowRoot) : root.activeElement)
  const focused = deepest(document)
  const area = document.body.appendChild(document.createElement('textarea'))
  area.value = text
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  focused.focus()
  if (isCopied) return true
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  focused.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true }))
  return false
}

/// The number of colours in the first drawn picture.
export function coloursInPage() {
  const canvases = []
  const collect = (root) => {
    canvases.push(...root.querySelectorAll('canvas'))
    for (const element of root.querySelectorAll('*')) if (element.shadowRoot) collect(element.shadowRoot)
  }
  collect(document)
  const drawn = canvases.filter(({ width, height }) => width * height > 400)
  const counts = drawn.map((canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    return new Set(new Uint32Array(data.buffer)).size
  })
  return Math.max(0, ...counts)
}
