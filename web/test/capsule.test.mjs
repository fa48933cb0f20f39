// Pages that contain a program and the engine: saved by the page or the command, they work from a disk without a network.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { findings } from './axe.mjs'
import { dropFile } from './drop.mjs'
import { npyOf } from './npy.mjs'
import { keepScreenshot, openExample, openPage, pasteText, program, replaceProgram, settled, stage, useSite } from './story.mjs'

const site = useSite()
const folder = mkdtempSync(join(tmpdir(), 'capsule-'))
const paddock = process.env.PADDOCK ?? fileURLToPath(new URL('../../build/native/bin/paddock', import.meta.url))
const most = 2_500_000

/** Saves the page's program as HTML; returns the path of the file. */
async function save(page) {
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Share' })
  const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Save as HTML' }).click()])
  await dialog.getByText(/^Saved .*\.html, \d\.\d MB\. It runs from a disk, without a network\./).waitFor()
  const path = join(folder, download.suggestedFilename())
  await download.saveAs(path)
  await dialog.getByRole('button', { name: 'Close' }).click()
  return path
}

/** Opens a file from the disk, without a network. */
async function openFile(path, options = {}) {
  const { page, problems } = await openPage({ browser: site().browser, address: pathToFileURL(path).href }, { offline: true, ...options })
  return { page, problems, example: page.locator('paddock-example') }
}

test('a saved page shows its results without scripts, and runs, is edited and exported from a disk without a network', async () => {
  const { page, problems } = await openPage(site())
  const text = 'func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {\n  %y = stablehlo.multiply %x, %x : tensor<3xf32> // </script><!-- <script>\n  return %y : tensor<3xf32>\n}'
  await replaceProgram(page, text)
  await settled(page)
  await dropFile(page, 'x.npy', npyOf([1.5, 2.5, 3.5]))
  await stage(page).getByText('12.25').first().waitFor()
  await settled(page)
  const path = await save(page)
  assert.ok(statSync(path).size <= most, `${statSync(path).size} bytes`)
  const still = await openFile(path, { javaScriptEnabled: false })
  await still.page.getByText('dense<[2.25, 6.25, 12.25]>').waitFor()
  await still.page.getByText('%y = stablehlo.multiply').waitFor()
  assert.ok((await still.page.locator('svg path').count()) >= 3)
  const { page: saved, problems: others } = await openFile(path)
  await saved.getByText('dense<[2.25, 6.25, 12.25]>').waitFor()
  await keepScreenshot(saved, 'capsule-recorded')
  await saved.getByRole('button', { name: 'Run' }).click()
  await saved.getByText(/^Ran in/).waitFor()
  await saved.getByRole('region', { name: 'Result' }).getByText('12.25').first().waitFor()
  await keepScreenshot(saved, 'capsule-run')
  await program(saved).click()
  await saved.keyboard.press('Control+A')
  await saved.keyboard.press('Delete')
  await pasteText(saved, text.replace('multiply', 'add'))
  await saved.getByRole('region', { name: 'Result' }).getByText('7', { exact: true }).first().waitFor()
  const [npy] = await Promise.all([saved.waitForEvent('download'), saved.getByRole('button', { name: 'Save .npy' }).click()])
  assert.deepEqual([...new Float32Array(Uint8Array.from(readFileSync(await npy.path()).subarray(-12)).buffer)], [3, 5, 7])
  assert.deepEqual([...problems, ...others], [])
  assert.deepEqual(await findings(saved), [])
})

test('a link of a saved page opens its program, as it was edited, in the playground', async () => {
  const { page } = await openPage(site())
  await openExample(page, "Newton's method")
  await settled(page)
  const { page: saved, problems } = await openFile(await save(page), { offline: false })
  await saved.getByRole('button', { name: 'Run' }).click()
  await saved.getByText(/^Ran in/).waitFor()
  const link = saved.getByRole('link', { name: 'Open in the playground' })
  await saved.waitForFunction(() => document.getElementById('playground').href.includes('#p1.'))
  await link.click()
  await stage(saved).getByText('1.41421', { exact: true }).waitFor()
  assert.ok(saved.url().startsWith(`${site().address}#p1.`))
  assert.deepEqual(problems.filter((one) => !one.startsWith(site().address)), [])
})

test('a click right after an edit takes the edited text along, in a new tab if it asks for one', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, 'func.func @main() -> tensor<f32> {\n  %a = stablehlo.constant dense<7.25> : tensor<f32>\n  return %a : tensor<f32>\n}')
  await settled(page)
  const { page: saved } = await openFile(await save(page), { offline: false })
  await saved.waitForFunction(() => document.getElementById('playground').href.includes('#p1.'))
  const link = saved.getByRole('link', { name: 'Open in the playground' })
  const clicks = [{ button: 'middle' }, { modifiers: ['Control'] }, {}]
  for (const [i, click] of clicks.entries()) {
    await program(saved).click()
    await saved.keyboard.press('Control+End')
    const clicked = Object.keys(click).length === 0 ? Promise.resolve(saved) : saved.context().waitForEvent('page')
    await saved.keyboard.insertText(`\n// edit ${i}`)
    await link.click(click)
    const opened = await clicked
    await opened.waitForURL(({ href }) => href.startsWith(`${site().address}#p1.`))
    await opened.locator('.cm-line', { hasText: `// edit ${i}` }).waitFor()
  }
})

test('a page of the command is the same page: it steps through a loop without a network', async () => {
  const path = join(folder, 'loop.html')
  const source = join(folder, 'loop.mlir')
  writeFileSync(source, 'func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {\n  %zero = stablehlo.constant dense<0> : tensor<i32>\n  %r:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<2xi32>\n  cond {\n    %most = stablehlo.constant dense<5> : tensor<i32>\n    %c = stablehlo.compare LT, %i, %most : (tensor<i32>, tensor<i32>) -> tensor<i1>\n    stablehlo.return %c : tensor<i1>\n  } do {\n    %one = stablehlo.constant dense<1> : tensor<i32>\n    %n = stablehlo.add %i, %one : tensor<i32>\n    %t = stablehlo.add %s, %s : tensor<2xi32>\n    stablehlo.return %n, %t : tensor<i32>, tensor<2xi32>\n  }\n  return %r#1 : tensor<2xi32>\n}\n')
  const words = [...paddock.split(' ').slice(1), 'html', source, '-o', path, '--input', 'x=[3, 5]']
  const { status, stderr } = spawnSync(paddock.split(' ')[0], words, { encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  assert.ok(statSync(path).size <= most)
  const { page, problems } = await openFile(path)
  await page.getByText('dense<[96, 160]>').waitFor()
  assert.equal(await page.getByRole('link').count(), 0)
  await page.getByRole('button', { name: 'Run' }).click()
  await page.getByText(/^Ran in/).waitFor()
  await page.locator('.cm-line', { hasText: '%t = ' }).click()
  const execution = page.getByRole('spinbutton', { name: 'Number of the execution' })
  await execution.fill('2')
  await execution.press('Enter')
  await page.getByText(/All lines show their values after execution 2/).waitFor()
  await keepScreenshot(page, 'capsule-loop')
  await page.getByRole('region', { name: '%t', exact: true }).getByText('20', { exact: true }).first().waitFor()
  assert.deepEqual(problems, [])
})
