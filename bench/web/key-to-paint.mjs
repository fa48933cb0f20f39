// The time from a key in the editor to the painted result, as a user experiences it. It begins with the key's event and
// ends with the first frame that shows other numbers, on the stage and beside every line.
import { readFileSync, readdirSync } from 'node:fs'
import { replaceProgram, stage } from '../../web/test/story.mjs'

const folder = new URL('./programs/', import.meta.url)

/** Programs that depend on the number in their line of `%keys`. */
export const programs = readdirSync(folder).filter((name) => name.endsWith('.mlir'))

/** Returns the quantile: the number that share `part` of the numbers do not exceed. */
export const quantile = (numbers, part) => numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(part * numbers.length))]

/**
 * Returns the milliseconds from each of `count` keys to the painted change. The pause between keys is that of a fast
 * typist.
 */
export async function keysToPaint(page, name, count, pause = 60) {
  await replaceProgram(page, readFileSync(new URL(name, folder), 'utf8'))
  await goBehindNumber(page)
  await watchKeys(page)
  for (let i = 0; i < count; ++i) {
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press(String(1 + (i % 9)))
    await page.evaluate((count) => window.hasWaits(count), i + 1)
    await page.waitForTimeout(pause)
  }
  return page.evaluate(() => window.waits)
}

async function goBehindNumber(page) {
  // Scrolls back to the first lines, so that one of them can be clicked.
  await page.keyboard.press('Control+Home')
  const line = page.locator('.cm-line', { hasText: '%keys = stablehlo.constant' })
  await line.click()
  await page.keyboard.press('Home')
  const text = await line.textContent()
  const steps = text.indexOf('.5>') + 2 - text.search(/\S/)
  for (let i = 0; i < steps; ++i) await page.keyboard.press('ArrowRight')
  await stage(page).getByRole('region', { name: '%keys', exact: true }).getByRole('img').waitFor()
  await page.getByRole('status').getByText(/Ran in/).waitFor()
}

const watchKeys = (page) =>
  page.evaluate(() => {
    window.waits = []
    if (window.watchesKeys) return
    window.watchesKeys = true
    const { shadowRoot } = document.querySelector('paddock-playground')
    const shown = () => [
      shadowRoot.querySelector('[aria-label="%keys"] [role="img"]')?.getAttribute('aria-label'),
      shadowRoot.querySelector('.cm-valueLines').textContent,
    ]
    /** Resolves when the current frame is painted if its callbacks are running, or else after the next frame. */
    const painted = (isInFrame) =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = resolve
        const behindFrame = () => port2.postMessage(null)
        if (isInFrame) behindFrame()
        else askForFrame(behindFrame)
      })
    // Changes that the page makes in a frame's callbacks are painted at the end of that frame.
    const askForFrame = window.requestAnimationFrame.bind(window)
    let isInFrame = false
    window.requestAnimationFrame = (callback) =>
      askForFrame((time) => {
        if (!isInFrame) {
          isInFrame = true
          void painted(true).then(() => (isInFrame = false))
        }
        callback(time)
      })
    // Checked when the page changes, not in every frame, because requesting a frame costs some of the measured time.
    const whenPainted = (isShown) =>
      new Promise((resolve) => {
        const observer = new MutationObserver(() => {
          if (!isShown()) return
          observer.disconnect()
          resolve(painted(isInFrame))
        })
        observer.observe(shadowRoot, { subtree: true, childList: true, characterData: true, attributeFilter: ['aria-label'] })
      })
    shadowRoot.addEventListener('keydown', async (event) => {
      if (!/^\d$/.test(event.key)) return
      const before = shown()
      await whenPainted(() => shown().every((one, i) => one !== before[i]))
      window.waits.push(performance.now() - event.timeStamp)
      window.whenWaited?.()
    }, { capture: true })
    /** Resolves when `count` keys have been answered. */
    window.hasWaits = (count) => new Promise((resolve) => {
      window.whenWaited = () => window.waits.length >= count && resolve()
      window.whenWaited()
    })
  })
