// `node web/tour-pictures.mjs` takes the pictures of README.md and docs/tour.md from the built page, at most 150 KB each.
import { readFileSync, writeFileSync } from 'node:fs'
import { openPage, startSite } from './test/site.mjs'

const root = new URL('../', import.meta.url)
const hello = readFileSync(new URL('examples/hello.mlir', root), 'utf8')
const mostBytes = 150_000
const size = { width: 1200, height: 530 }
const shots = {
  // The opening program.
  page: { size: { width: 1366, height: 820 } },
  'tour-values': { text: hello, line: '%sum = ' },
  'tour-diagnostic': { text: hello.replace('%row : tensor<2x3xf32>', '%row : tensor<2x4xf32>'), line: '%sum = ' },
}

/** Shows a program, with the cursor in a line. */
async function show(page, { text, line }) {
  if (text === undefined) return page.getByRole('status').getByText(/^Ran in/).waitFor()
  await replaceText(page, text)
  await page.locator('.cm-line', { hasText: line }).first().click({ position: { x: 30, y: 8 } })
  await page.keyboard.press('Home')
  // Away from what opens under the pointer.
  await page.mouse.move(5, size.height - 10)
  await page.locator('.cm-scroller').evaluate((one) => (one.scrollLeft = 0))
  await page.waitForTimeout(1500)
}

/** Replaces the program as a paste does. */
async function replaceText(page, text) {
  const editor = page.getByRole('textbox', { name: 'StableHLO program' })
  await editor.click()
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await editor.evaluate((one, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    one.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true }))
  }, text)
}

const site = await startSite('/')
try {
  for (const [name, shot] of Object.entries(shots)) {
    const { page } = await openPage(site, { viewport: shot.size ?? size, colorScheme: 'light' })
    await show(page, shot)
    const bytes = await page.screenshot()
    if (bytes.length > mostBytes) throw new Error(`${name}.png has ${bytes.length} bytes, more than ${mostBytes}`)
    writeFileSync(new URL(`docs/${name}.png`, root), bytes)
    console.log(`docs/${name}.png ${bytes.length} bytes`)
    await page.context().close()
  }
} finally {
  await site.close()
}
