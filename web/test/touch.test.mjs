// The page on a phone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPage, program, stage, useSite } from './story.mjs'

const site = useSite()
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

test('on a phone the keys that its keyboard hides stand above it, and nothing zooms', async () => {
  const { page, problems } = await openPage(site(), phone)
  await stage(page).getByRole('img').waitFor()
  const keys = page.getByRole('toolbar', { name: 'Keys' })
  assert.equal(await keys.isVisible(), false)
  assert.equal(await program(page).evaluate((dom) => getComputedStyle(dom).fontSize), '16px')
  await page.locator('.cm-line', { hasText: '%one = ' }).tap()
  await keys.waitFor()
  const { width, height } = await keys.getByRole('button', { name: '%', exact: true }).boundingBox()
  assert.ok(width >= 44 && height >= 44, `${width} x ${height}`)
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await keys.getByRole('button', { name: '%', exact: true }).tap()
  await page.keyboard.type('mine ')
  await keys.getByRole('button', { name: '=', exact: true }).tap()
  await page.locator('.cm-line', { hasText: /^\s*%mine =$/ }).waitFor()
  assert.ok(await program(page).evaluate((dom) => dom.getRootNode().activeElement === dom), 'the text keeps the focus')
  assert.deepEqual(problems, [])
})

test('on a phone what is touched is large enough', async () => {
  const { page } = await openPage(site(), phone)
  await stage(page).getByRole('img').waitFor()
  for (const control of [page.getByRole('button', { name: /^Example: / }), page.getByRole('button', { name: 'Run', exact: true })]) {
    const { height } = await control.boundingBox()
    assert.ok(height >= 36, `${await control.textContent()}: ${height} px`)
  }
})
