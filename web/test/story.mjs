// Shared by the stories: the site, and the parts of the page as a person names them.
import { mkdirSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { after, afterEach, before, beforeEach } from 'node:test'
import { nextFrames, settled } from './settled.mjs'
import { openPage, startSite } from './site.mjs'

export { nextFrames, openPage, settled }

/// The site under a sub-path, for all tests of a file; it is there while they run. A test's visitors leave with it.
export function useSite(options = {}) {
  let site
  // Parts of a test have these hooks, too.
  let depth = 0
  before(async () => (site = await startSite('/some/sub/path/', options)))
  beforeEach(() => void ++depth)
  afterEach(async () => {
    if (--depth === 0) await Promise.all(site.browser.contexts().map((context) => context.close()))
  })
  after(() => site?.close())
  return () => site
}

export const program = (page) => page.getByRole('textbox', { name: 'StableHLO program' })
export const stage = (page) => page.getByRole('region', { name: 'Values' })
/// Beside the lines; it has no role, because the stage says the same in words.
export const column = (page) => page.locator('.cm-valueColumn')

/// Pastes it in the place of what is there, as the browser tells the page of Control+V: text that is inserted as
/// if it was typed costs a browser seconds for a thousand lines.
export async function replaceProgram(page, text) {
  await program(page).click()
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await pasteText(page, text)
}

/// Pastes at the cursor.
export const pasteText = (page, text) =>
  program(page).evaluate((editor, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true }))
  }, text)

export const exampleMenu = (page) => page.getByRole('dialog', { name: 'Examples' })

/// Out of the menu, which the name of the example in the bar opens.
export async function openExample(page, title) {
  await page.getByRole('button', { name: /^Example: / }).click()
  await exampleMenu(page).getByRole('button', { name: title }).click()
}

/// Whether more wants to run on this machine than it has processors: what takes how long is
/// then no fault of the page.
export const isBusy = () => loadavg()[0] > 1.5 * availableParallelism()

/// Into the folder that PADDOCK_SCREENSHOTS names, if it names one.
export async function keepScreenshot(page, name) {
  const folder = process.env.PADDOCK_SCREENSHOTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png` })
}
