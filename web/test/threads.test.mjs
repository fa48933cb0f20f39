// The page on a server that isolates it from other origins: there its engine can have threads.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endless } from './programs.mjs'
import { openPage, replaceProgram, stage, useSite } from './story.mjs'

const site = useSite({ headers: { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' } })

const chip = (page) => page.getByRole('button', { name: /SIMD/ })
const panel = (page) => page.getByRole('dialog', { name: 'Engine' })

test('an isolated page offers threads, which give the same bits and stop', async () => {
  const { page, problems } = await openPage(site())
  await stage(page).getByRole('img').waitFor()
  const hash = async () => /Fingerprint of the results: (\w+)/.exec(await page.getByRole('status').getByText(/Fingerprint of the results/).textContent())?.[1]
  const before = await hash()
  await chip(page).click()
  await panel(page).getByRole('combobox', { name: 'SIMD' }).selectOption('threads')
  await page.getByRole('button', { name: /threads SIMD/ }).waitFor()
  await page.getByRole('status').getByText(/Fingerprint of the results/).waitFor()
  assert.equal(await hash(), before)
  await page.keyboard.press('Escape')
  await chip(page).click()
  await panel(page).getByText(/in a Worker(, with \d+ threads)?\./).waitFor()
  await page.keyboard.press('Escape')
  await replaceProgram(page, endless)
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('status').getByText(/Stopped at line \d+/).waitFor()
  assert.deepEqual(problems, [])
})
