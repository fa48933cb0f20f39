// Code that stories share: the site, and the parts of the page by their names.
import { mkdirSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { after, afterEach, before, beforeEach } from 'node:test'
import { nextFrames, settled } from './settled.mjs'
import { openPage, startSite } from './site.mjs'

export { nextFrames, openPage, settled }

/// The site under a sub-path, for all tests of a file. A test's visitors leave at its end.
export function useSite(options = {}) {
  let site
  // Subtests run these hooks, too.
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
/// The values beside the lines. The column has no role, because the stage shows the same as text.
export const column = (page) => page.locator('.cm-valueColumn')

/// Replaces the program by a paste event, because typing a thousand lines takes a browser seconds.
export async function replaceProgram(page, text) {
  await program(page).click()
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await pasteText(page, text)
}

/// Replaces the program and waits until the page has run it; "Ran in" alone could be of the program before.
export async function runProgram(page, text) {
  await replaceProgram(page, text)
  await settled(page)
  await page.getByRole('status').getByText(/Ran in/).waitFor()
}

/// Pastes at the cursor of an editor.
export const pasteText = (page, text, editor = program(page)) =>
  editor.evaluate((editor, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true }))
  }, text)

export const exampleMenu = (page) => page.getByRole('dialog', { name: 'Examples' })

/// Opens an example from the menu behind the name in the bar.
export async function openExample(page, title) {
  await page.getByRole('button', { name: /^Example: / }).click()
  await exampleMenu(page).getByRole('button', { name: title }).click()
}

/// Whether the machine is overloaded, so that a slow response is not the page's fault.
export const isBusy = () => loadavg()[0] > 1.5 * availableParallelism()

/// Returns how many times as long as on a usual laptop (6 ms) a fixed piece of script takes here, at least 1: budgets of
/// time are for such machines.
export async function slowness(page) {
  const usual = await page.evaluate(() => {
    const work = () => {
      const started = performance.now()
      const texts = new Map()
      for (let i = 0, number = 1; i < 300_000; ++i) {
        number = (number * 1103515245 + 12345) | 0
        texts.set(number & 1023, (texts.get(number & 1023) ?? '') + (i % 7))
        if ((i & 4095) === 0) texts.clear()
      }
      return performance.now() - started
    }
    // Compiled while it runs the first times.
    return Array.from({ length: 25 }, work).slice(10).sort((a, b) => a - b)[7]
  })
  return Math.max(1, usual / 6)
}

/// Returns the tasks of the page's main thread during `act`, in milliseconds of processor time, which excludes
/// other work of the machine.
export async function tasksDuring(page, act) {
  const browser = page.context().browser()
  await browser.startTracing(page, { categories: ['toplevel'] })
  await act()
  const { traceEvents } = JSON.parse(await browser.stopTracing())
  const mainThreads = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`)
  const tasks = traceEvents.filter(({ name, pid, tid }) => name === 'ThreadControllerImpl::RunTask' && mainThreads.includes(`${pid} ${tid}`))
  // A task that is still running has no time.
  return tasks.flatMap(({ tdur }) => (tdur === undefined ? [] : [tdur / 1000]))
}

/// Saves to the folder PADDOCK_SCREENSHOTS, if it is set.
export async function keepScreenshot(page, name) {
  const folder = process.env.PADDOCK_SCREENSHOTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png` })
}
