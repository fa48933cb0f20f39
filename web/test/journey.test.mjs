// A program on its way: from its author by a link to a stranger who has a draft, in a file on the stranger's disk, and back
// into the playground.
import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { dropFile } from './drop.mjs'
import { npyOf } from './npy.mjs'
import { keepScreenshot, openPage, pasteText, program, replaceProgram, settled, stage, useSite } from './story.mjs'

const site = useSite()

const scaled = (factor) => `func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {\n  %f = stablehlo.constant dense<${factor}> : tensor<3xf32>\n  %y = stablehlo.multiply %x, %f : tensor<3xf32>\n  return %y : tensor<3xf32>\n}`
const draft = 'func.func @main() -> tensor<f32> {\n  %mine = stablehlo.constant dense<7.25> : tensor<f32>\n  return %mine : tensor<f32>\n}'

const shareDialog = (page) => page.getByRole('dialog', { name: 'Share' })
const linkBar = (page) => page.getByRole('status', { name: 'Link' })
const textOf = (page) => page.locator('.cm-line').evaluateAll((lines) => lines.map((line) => line.textContent).join('\n'))
const fingerprint = async (page) => /Fingerprint of the results: (\w+)/.exec(await page.getByRole('status').getByText(/Fingerprint/).first().textContent())[1]
const openShare = (page) => page.getByRole('button', { name: 'Share', exact: true }).click()

/** Opens another tab of a visitor. */
async function openTab(context, address, problems) {
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  page.on('pageerror', (error) => problems.push(error.message))
  await page.goto(address)
  return page
}

test('a shared program reaches a stranger with a draft, a disk, and the playground again; no text is lost', async () => {
  // The author's program has an input from a file.
  const author = await openPage(site())
  await replaceProgram(author.page, scaled('2.0'))
  await settled(author.page)
  await dropFile(author.page, 'x.npy', npyOf([1.5, 2.5, 3.5]))
  await stage(author.page).getByText('[3.000000e+00, 5.000000e+00, 7.000000e+00]').waitFor()
  await settled(author.page)
  await openShare(author.page)
  const link = await shareDialog(author.page).getByRole('textbox', { name: 'The link' }).inputValue()
  const bits = await fingerprint(author.page)

  // The stranger has another profile, and a draft in the tab into which they paste the link.
  const { page: linked, problems } = await openPage(site())
  const context = linked.context()
  await replaceProgram(linked, draft)
  await stage(linked).getByText('7.25', { exact: true }).waitFor()
  await settled(linked)
  await linked.goto(link)
  await stage(linked).getByText('[3.000000e+00, 5.000000e+00, 7.000000e+00]').waitFor()
  await linkBar(linked).getByText('This program came from a link. Your program is kept.').waitFor()
  assert.equal(await textOf(linked), scaled('2.0'))
  assert.equal(await fingerprint(linked), bits)
  await keepScreenshot(linked, 'journey-linked')

  // They save it, and open the file from the disk, without a network.
  await openShare(linked)
  const [download] = await Promise.all([linked.waitForEvent('download'), shareDialog(linked).getByRole('button', { name: 'Save as HTML' }).click()])
  assert.equal(download.suggestedFilename(), 'program.html')
  const path = join(mkdtempSync(join(tmpdir(), 'journey-')), download.suggestedFilename())
  await download.saveAs(path)
  await shareDialog(linked).getByRole('button', { name: 'Close' }).click()
  // The page loads its last part two seconds after it opened.
  await linked.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('join-site')))
  await linked.waitForLoadState('networkidle')
  await context.setOffline(true)
  const file = await openTab(context, pathToFileURL(path).href, problems)
  await file.getByText('dense<[3.0, 5.0, 7.0]>').waitFor()
  await program(file).click()
  await file.keyboard.press('Control+A')
  await file.keyboard.press('Delete')
  await pasteText(file, scaled('4.0'))
  await file.keyboard.press('Control+Enter')
  await file.getByRole('region', { name: 'Result' }).getByText('[6.000000e+00, 1.000000e+01, 1.400000e+01]').waitFor()

  // On the network again, the playground has the text that they wrote and the author's input.
  await context.setOffline(false)
  await file.getByRole('link', { name: 'Open in the playground' }).click()
  await file.waitForURL(({ href }) => href.startsWith(`${site().address}#p1.`))
  await stage(file).getByText('[6.000000e+00, 1.000000e+01, 1.400000e+01]').waitFor()
  assert.equal(await textOf(file), scaled('4.0'))
  await keepScreenshot(file, 'journey-back')
  // The draft is where it was, and the link one step back.
  await linkBar(linked).getByRole('button', { name: 'Back to it' }).click()
  await stage(linked).getByText('7.25', { exact: true }).waitFor()
  assert.equal(await textOf(linked), draft)
  await linked.reload()
  await stage(linked).getByText('7.25', { exact: true }).waitFor()
  await linked.goBack()
  await stage(linked).getByText('[3.000000e+00, 5.000000e+00, 7.000000e+00]').waitFor()
  assert.deepEqual([...author.problems, ...problems], [])
})
