// The engine and its settings.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { endless } from './programs.mjs'
import { openPage, replaceProgram, stage, useSite } from './story.mjs'

const site = useSite()

const command = fileURLToPath(new URL('../../build/native/bin/paddock', import.meta.url))

const chip = (page) => page.getByRole('button', { name: /SIMD/ })
const panel = (page) => page.getByRole('dialog', { name: 'Engine' })
const choose = (page, name, label) => panel(page).getByRole('combobox', { name }).selectOption({ label })

test('the engine says what it is, and runs as it is told to', async () => {
  const { page, problems } = await openPage(site())
  await stage(page).getByRole('img').waitFor()
  assert.equal(await chip(page).textContent(), 'baseline SIMD, portable numerics')
  await chip(page).click()
  await panel(page).getByText(/Paddock \d+\.\d+\.\d+, compiled for WASM.*, in a Worker/).waitFor()
  await choose(page, 'Numerics', 'fast: may fuse multiply and add')
  await page.getByRole('status').getByText(/Other machines may round differently/).waitFor()
  await choose(page, 'Memory limit', '67.1 MB')
  assert.match(await chip(page).textContent(), /fast numerics, 67.1 MB/)
  await page.keyboard.press('Escape')
  assert.equal(await panel(page).count(), 0)
  await replaceProgram(page, 'func.func @main() -> tensor<9000x1000xf64> {\n%a = stablehlo.iota dim = 0 : tensor<9000x1000xf64>\n%b = stablehlo.negate %a : tensor<9000x1000xf64>\nreturn %b : tensor<9000x1000xf64>\n}')
  await stage(page).getByText(/memory|bytes|MB/).first().waitFor()
  assert.deepEqual(problems, [])
})

test('a chip opens one panel, however often it is pressed, and the other one closes', async () => {
  const { page, problems } = await openPage(site())
  await stage(page).getByRole('img').waitFor()
  // Both presses precede the panel.
  await chip(page).evaluate((dom) => [dom.click(), dom.click()])
  await panel(page).first().waitFor()
  assert.equal(await panel(page).count(), 1)
  const about = page.getByRole('dialog', { name: 'About' })
  await page.getByRole('button', { name: 'About' }).click()
  await about.waitFor()
  assert.equal(await panel(page).count(), 0)
  assert.equal(await chip(page).getAttribute('aria-expanded'), 'false')
  await page.keyboard.press('Escape')
  assert.equal(await about.count(), 0)
  assert.deepEqual(problems, [])
})

test('work has a limit when one is set', async () => {
  const { page } = await openPage(site())
  await stage(page).getByRole('img').waitFor()
  await chip(page).click()
  await choose(page, 'Work limit', '0.1 G, 0.025 s of plain arithmetic')
  await replaceProgram(page, endless)
  await page.getByRole('status').getByText(/Stopped at line \d+, because the work budget was spent/).waitFor()
})

test('the other flavour takes over, and gives the same bits', async () => {
  const { page, problems } = await openPage(site())
  await stage(page).getByRole('img').waitFor()
  const hash = async () => /Fingerprint of the results: (\w+)/.exec(await page.getByRole('status').getByText(/Fingerprint of the results/).textContent())?.[1]
  const before = await hash()
  await chip(page).click()
  assert.equal(await panel(page).getByRole('option', { name: 'threads: not on this page' }).isDisabled(), true)
  const option = panel(page).getByRole('option', { name: /^relaxed/ })
  if (await option.isDisabled()) return
  await choose(page, 'SIMD', 'relaxed: products may be fused in fast numerics')
  await page.getByRole('button', { name: /relaxed SIMD/ }).waitFor()
  await page.getByRole('status').getByText(/Fingerprint of the results/).waitFor()
  assert.equal(await hash(), before)
  assert.deepEqual(problems, [])
})

test('the run of the page is a command, which gives the same bits', { skip: !existsSync(command) && 'the native command is not built' }, async () => {
  const { page, problems } = await openPage(site(), { permissions: ['clipboard-read', 'clipboard-write'] })
  const text = 'func.func @main(%x: tensor<4x5xf32>) -> tensor<4x5xf32> {\n%y = stablehlo.tanh %x : tensor<4x5xf32>\nreturn %y : tensor<4x5xf32>\n}\n'
  await replaceProgram(page, text)
  await page.getByRole('status').getByText(/Inputs were made: normal, seed 7/).waitFor()
  await chip(page).click()
  await panel(page).getByRole('button', { name: 'Copy as a command' }).click()
  await panel(page).getByText(/^Copied/).waitFor()
  const words = (await page.evaluate(() => navigator.clipboard.readText())).split(' ')
  assert.deepEqual(words, ['paddock', 'run', 'program.mlir', '--numerics', 'portable', '--input', '0=random:7'])
  const folder = mkdtempSync(join(tmpdir(), 'paddock-page-'))
  try {
    writeFileSync(join(folder, 'program.mlir'), text)
    const printed = execFileSync(command, [...words.slice(1), '--print', 'dense'], { cwd: folder, encoding: 'utf8' })
    await page.keyboard.press('Escape')
    await stage(page).getByRole('button', { name: 'dense' }).click()
    // If the browser blocks the clipboard, the text is shown for copying by hand.
    const byHand = stage(page).getByRole('textbox', { name: 'Copy this by hand' })
    await stage(page).getByText(/^(Copied as dense|It could not be copied)/).or(byHand).waitFor()
    assert.deepEqual(problems, [])
    const copied = (await byHand.count()) > 0 ? await byHand.inputValue() : await page.evaluate(() => navigator.clipboard.readText())
    assert.ok(printed.replace(/\s+/g, '').includes(copied.replace(/\s+/g, '')), `${printed}\n${copied}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
