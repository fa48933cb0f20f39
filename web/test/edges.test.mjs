// Inputs at the edges of their types, and the rules that decide the results.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findings } from './axe.mjs'
import { keepScreenshot, openPage, replaceProgram, settled, stage, useSite } from './story.mjs'

const site = useSite()

const binary = (operation, type) => `func.func @main(%a: ${type}, %b: ${type}) -> ${type} {
  %r = stablehlo.${operation} %a, %b : ${type}
  return %r : ${type}
}`

async function chooseEdges(page) {
  await page.getByRole('tab', { name: /^Inputs/ }).click()
  await stage(page).getByRole('button', { name: 'Edge values', exact: true }).click()
}

/// The row of the table with this computation.
const row = (page, computed) => stage(page).getByRole('row').filter({ hasText: computed })

test('inputs at the edges of f32 and i8 come by a button, and each result has its rule', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, binary('maximum', 'tensor<12x12xf32>'))
  await chooseEdges(page)
  await row(page, 'maximum(−0.0, 0.0) = 0.0').getByText('-0 is less than +0').first().waitFor()
  await row(page, 'maximum(nan, ').getByText('an operand is NaN').first().waitFor()
  await settled(page)
  await keepScreenshot(page, 'edges')
  await replaceProgram(page, binary('divide', 'tensor<100xi8>'))
  await chooseEdges(page)
  await row(page, /1 \/ 0 = −1/).getByText('an integer divided by zero: all bits are ones').first().waitFor()
  await row(page, '−128 / −1 = −128').getByText('the least integer divided by -1 wraps to itself').first().waitFor()
  // A scalar goes through them one by one.
  await replaceProgram(page, 'func.func @main(%x: tensor<f32>) -> tensor<f32> {\n  %r = stablehlo.round_nearest_even %x : tensor<f32>\n  return %r : tensor<f32>\n}')
  await chooseEdges(page)
  const tie = row(page, '(0.5) = 0.0').getByText('half way: to the even neighbour')
  for (let i = 0; i < 20 && !(await tie.isVisible()); ++i) {
    const before = await stage(page).getByRole('table').innerText().catch(() => '')
    await stage(page).getByRole('button', { name: 'Edge values', exact: true }).click()
    await page.waitForFunction(([before]) => (document.querySelector('paddock-playground').shadowRoot.querySelector('table.edges')?.innerText ?? '') !== before, [before])
  }
  await tie.waitFor()
  assert.deepEqual(problems, [])
})

test('the inputs before the edges come back by one click', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, binary('add', 'tensor<6xf32>'))
  await page.getByRole('tab', { name: /^Inputs/ }).click()
  await stage(page).getByRole('button', { name: 'all iota' }).click()
  const made = page.getByRole('status').getByText('Inputs were made: iota.')
  await made.waitFor()
  const back = stage(page).getByRole('button', { name: 'Undo edge values' })
  assert.equal(await back.isVisible(), false)
  // Edges of edges are no inputs before them.
  for (let i = 0; i < 2; ++i) {
    await chooseEdges(page)
    await made.waitFor({ state: 'detached' })
    await back.waitFor()
  }
  await back.click()
  await made.waitFor()
  await back.waitFor({ state: 'hidden' })
  assert.deepEqual(problems, [])
})

test('every element type has edges that a run takes, and the table is accessible', async () => {
  const { page, problems } = await openPage(site(), { viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
  const types = ['f64', 'f16', 'bf16', 'f8E4M3FN', 'f8E5M2FNUZ', 'f8E8M0FNU', 'f4E2M1FN', 'i1', 'i2', 'ui8', 'i64', 'ui64', 'complex<f32>']
  const list = types.map((type, i) => `%a${i}: tensor<20x${type}>`).join(', ')
  const results = types.map((type) => `tensor<20x${type}>`).join(', ')
  await replaceProgram(page, `func.func @main(${list}) -> (${results}) {\n  return ${types.map((_, i) => `%a${i}`).join(', ')} : ${results}\n}`)
  await chooseEdges(page)
  await stage(page).getByText('These inputs are the edges of their types').waitFor()
  await page.getByText(/^Ran in/).waitFor()
  await replaceProgram(page, binary('shift_left', 'tensor<10xi8>'))
  await chooseEdges(page)
  await row(page, ' << ').first().waitFor()
  await settled(page)
  await keepScreenshot(page, 'edges-narrow-dark')
  assert.deepEqual(await findings(page), [])
  assert.deepEqual(problems, [])
})
