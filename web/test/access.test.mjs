// The page without a mouse, with a screen reader, with forced colours and with reduced motion.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findings } from './axe.mjs'
import { exampleMenu, openPage, program, replaceProgram, settled, stage, useSite } from './story.mjs'

const site = useSite()

const broken = 'func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {\n%a = stablehlo.add %x, %x : tensor<2x4xf32>\n%b = stablehlo.tanh %a : tensor<2x3xf32>\nreturn %b : tensor<2x3xf32>\n}'

for (const colorScheme of ['light', 'dark']) {
  test(`names, roles and contrast hold in every state, ${colorScheme}`, async () => {
    const { page } = await openPage(site(), { colorScheme })
    const found = []
    const look = async (state) => {
      // Contrast is too low while a menu fades in.
      await settled(page)
      found.push(...(await findings(page)).map((line) => `${state}: ${line}`))
    }
    await stage(page).getByRole('img').waitFor()
    await look('opening')
    await page.locator('.cm-line', { hasText: '%bits = ' }).click()
    await stage(page).getByRole('region', { name: '%bits', exact: true }).waitFor()
    await look('a line')
    for (const tab of ['Graph', 'Compare', 'Inputs', 'Processes', 'Docs', 'Code']) {
      await stage(page).getByRole('tab', { name: tab }).click()
      await look(tab)
    }
    await stage(page).getByRole('tab', { name: 'Cell' }).click()
    await stage(page).getByRole('button', { name: 'Run the cell' }).click()
    await stage(page).getByRole('button', { name: 'Open in the editor' }).waitFor()
    await look('cell')
    await page.getByRole('button', { name: /^Example: / }).click()
    await exampleMenu(page).waitFor()
    await look('examples')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /SIMD/ }).click()
    await page.getByRole('dialog', { name: 'Engine' }).waitFor()
    await look('engine')
    await page.keyboard.press('Escape')
    await stage(page).getByRole('tab', { name: 'Value' }).click()
    await replaceProgram(page, broken)
    await page.locator('.cm-problem').first().waitFor()
    await look('errors')
    assert.deepEqual(found, [])
  })
}

test('the trust page holds them too', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const { page } = await openPage({ ...site(), address: `${site().address}docs/trust.html` }, { colorScheme })
    assert.deepEqual(await findings(page), [])
  }
})

/// Presses Tab until the focused element has this name. Returns the names on the way.
async function tabTo(page, name, key = 'Tab') {
  const passed = []
  for (let i = 0; i < 60; ++i) {
    await page.keyboard.press(key)
    const focused = await page.evaluate(() => {
      let element = document.activeElement
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
      if (element === null || element === document.body) return ''
      const label = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent
      return label.trim().replace(/\s+/g, ' ').slice(0, 60)
    })
    if (name.test(focused)) return passed
    passed.push(focused)
  }
  throw new Error(`Tab does not lead to ${name}: ${passed.join(' | ')}`)
}

test('with the keyboard alone an example is opened, edited and run, and a cell is read', async () => {
  const { page, problems } = await openPage(site())
  await stage(page).getByRole('img').waitFor()
  await tabTo(page, /^Example: /)
  await page.keyboard.press('Enter')
  await exampleMenu(page).waitFor()
  await tabTo(page, /shadow of a heart/i)
  await page.keyboard.press('Enter')
  await exampleMenu(page).waitFor({ state: 'hidden' })
  await page.getByRole('status').getByText(/Ran in/).waitFor()
  await tabTo(page, /StableHLO program/)
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await page.keyboard.type('func.func @main() -> tensor<2x3xf32> {\n%a = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, -1.25]]> : tensor<2x3xf32>\nreturn %a : tensor<2x3xf32>')
  await stage(page).getByRole('img', { name: /2 by 3 elements from -1.25 to 5/ }).waitFor()
  // Tab indents, so Escape releases the focus. The first Escape closes an open completion list.
  for (let i = 0; i < 2; ++i) await page.keyboard.press('Escape')
  await tabTo(page, /^Value/)
  await tabTo(page, /Elements|table|cells/i)
  await page.keyboard.press('Enter')
  const grid = stage(page).getByRole('grid')
  await grid.waitFor()
  await tabTo(page, /row 0, column 0/i)
  await page.keyboard.press('ArrowDown')
  for (let i = 0; i < 2; ++i) await page.keyboard.press('ArrowRight')
  const read = await page.evaluate(() => {
    let element = document.activeElement
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    return element.getAttribute('aria-label') ?? element.textContent
  })
  assert.match(read, /row 1, column 2.*(minus |−|-)1\.25/i)
  assert.deepEqual(problems, [])
})

test('a screen reader is told what the page is made of, and what happens', async () => {
  const { page } = await openPage(site())
  await stage(page).getByRole('img').waitFor()
  await page.getByRole('status').getByText(/Ran in/).waitFor()
  const tree = await page.locator('body').ariaSnapshot()
  for (const part of [/heading "Paddock"/, /button "Example: .*"/, /textbox "StableHLO program"/, /region "Values"/, /tablist/, /tab "Value" \[selected\]/, /img "25 by 32 elements from 0 to 1"/, /status: "?Ran in/, /button "Run"/]) assert.match(tree, part)
  await replaceProgram(page, broken)
  await page.getByRole('status').getByText(/^\d+ errors?|^One error/).waitFor()
  await stage(page).getByRole('list').getByRole('listitem').first().waitFor()
})

test('arrow keys go from tab to tab', async () => {
  const { page } = await openPage(site())
  await stage(page).getByRole('img').waitFor()
  await stage(page).getByRole('tab', { name: 'Value' }).focus()
  await page.keyboard.press('ArrowRight')
  await stage(page).getByRole('tab', { name: 'Graph', selected: true }).waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await stage(page).getByRole('tab', { name: 'Docs', selected: true }).waitFor()
})

test('where it is dark the page is', async () => {
  const { page } = await openPage(site(), { colorScheme: 'dark' })
  await stage(page).getByRole('img').waitFor()
  assert.equal(await page.locator('.cm-editor').evaluate((dom) => getComputedStyle(dom).backgroundColor), 'rgb(19, 23, 21)')
})

test('where motion is not wanted nothing moves', async () => {
  const { page } = await openPage(site(), { reducedMotion: 'reduce' })
  await stage(page).getByRole('img').waitFor()
  await page.locator('.cm-line', { hasText: '%bits = ' }).click()
  await stage(page).getByRole('region', { name: '%bits', exact: true }).waitFor()
  const moving = await page.evaluate(() => document.getAnimations().filter((animation) => !animation.animationName?.startsWith('cm-')).length)
  assert.equal(moving, 0)
})

test('in forced colours and at twice the size the program and its values are there', async () => {
  const { page, problems } = await openPage(site(), { forcedColors: 'active', viewport: { width: 683, height: 410 }, deviceScaleFactor: 2 })
  await stage(page).getByRole('img').waitFor()
  assert.ok(await program(page).isVisible())
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  assert.ok(excess <= 0, `${excess} px too wide`)
  assert.deepEqual(problems, [])
})
