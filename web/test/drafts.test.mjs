// The text of a tab outlasts the tab.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeFragment, plain } from './link-code.mjs'
import { keepScreenshot, openPage, replaceProgram, settled, stage, useSite } from './story.mjs'

const site = useSite()

const square = (number) => `func.func @main() -> tensor<f32> {\n  %a = stablehlo.constant dense<${number}> : tensor<f32>\n  %b = stablehlo.multiply %a, %a : tensor<f32>\n  return %b : tensor<f32>\n}`

const linkBar = (page) => page.getByRole('status', { name: 'Link' })
const textOf = (page) => page.locator('.cm-line').evaluateAll((lines) => lines.map((line) => line.textContent).join('\n'))

/** Opens another tab of a visitor. */
async function openTab(context, problems, fragment = '') {
  const page = await context.newPage()
  page.on('pageerror', (error) => problems.push(error.message))
  await page.goto(`${site().address}${fragment && `#${fragment}`}`)
  return page
}

/** Waits for the parts of the page that load after everything else. */
const joined = (page) => page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name, responseEnd }) => /join-site/.test(name) && responseEnd > 0))

test('a new tab offers the program of the tab that was closed, over a link too, and each tab keeps its own', async () => {
  const { page, problems } = await openPage(site())
  const context = page.context()
  await replaceProgram(page, square('7.25'))
  await stage(page).getByText('52.5625', { exact: true }).waitFor()
  await joined(page)
  await settled(page)
  await page.close({ runBeforeUnload: true })

  const linked = await openTab(context, problems, await encodeFragment(plain(square('1.5'))))
  await stage(linked).getByText('2.25', { exact: true }).waitFor()
  await linkBar(linked).getByText('This program came from a link. Your program is kept.').waitFor()
  const fresh = await openTab(context, problems)
  await fresh.getByRole('status').getByText(/^Ran in/).waitFor()
  await linkBar(fresh).getByText('Your program is kept.').waitFor()
  await keepScreenshot(fresh, 'draft-of-a-closed-tab')
  await linkBar(fresh).getByRole('button', { name: 'Back to it' }).click()
  await stage(fresh).getByText('52.5625', { exact: true }).waitFor()
  assert.equal(await textOf(fresh), square('7.25'))
  // Each tab has its own text.
  await replaceProgram(linked, square('2.5'))
  await stage(linked).getByText('6.25', { exact: true }).waitFor()
  await fresh.reload()
  await stage(fresh).getByText('52.5625', { exact: true }).waitFor()
  await linkBar(linked).getByRole('button', { name: 'Back to it' }).click()
  await stage(linked).getByText('52.5625', { exact: true }).waitFor()
  assert.deepEqual(problems, [])
})
