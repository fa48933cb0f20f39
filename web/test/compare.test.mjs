// Runs beside each other: a pinned run, the other numerics, a file.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findings } from './axe.mjs'
import { npyOf } from './npy.mjs'
import { keepScreenshot, openPage, program, replaceProgram, settled, stage, useSite } from './story.mjs'

const site = useSite()

const chain = (first) => `func.func @main() -> tensor<4xf32> {
%x = stablehlo.constant dense<[${first}, 2.0, 0x7FC00000, -4.0]> : tensor<4xf32>
%n = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
%y = stablehlo.negate %x : tensor<4xf32>
%t = stablehlo.tanh %y : tensor<4xf32>
return %t : tensor<4xf32>
}`

const panel = (page) => stage(page).getByRole('tabpanel', { name: 'Compare' })
const row = (page, name) => panel(page).getByRole('row').filter({ has: page.getByRole('button', { name, exact: true }) })

async function openCompare(page, text) {
  await replaceProgram(page, text)
  await page.getByRole('status').getByText(/Ran in/).waitFor()
  await page.getByRole('tab', { name: 'Compare' }).click()
  await panel(page).getByRole('button', { name: 'Pin this run' }).waitFor()
}

test('a pinned run is compared with the runs that follow, and the first line that differs is marked', async () => {
  const { page, problems } = await openPage(site())
  await openCompare(page, chain('1.0'))
  await panel(page).getByRole('button', { name: 'Pin this run' }).click()
  await panel(page).getByText(/^Pinned: the run pinned at .*, 4 values/).waitFor()
  // The next number of f32: one step apart, a NaN equal to itself.
  await replaceProgram(page, chain('1.0000001192092896'))
  await panel(page).getByText(/^4 values compared with .*: none differs by more than 0\.00001\./).waitFor()
  assert.equal(await row(page, '%x').locator('td').last().textContent(), '1')
  assert.equal(await row(page, '%n').locator('td').nth(2).textContent(), '0')
  await replaceProgram(page, chain('1.5'))
  await panel(page).getByText(/3 above 0\.00001, first %x in line 2\./).waitFor()
  await page.locator('.cm-differs', { hasText: '%x = ' }).waitFor()
  await panel(page).getByRole('img').waitFor()
  assert.equal(await row(page, '%y').locator('td').nth(2).textContent(), '0.5')
  assert.equal(await row(page, '%y').locator('td').nth(3).textContent(), '0.5')
  await settled(page)
  assert.deepEqual(await findings(page), [])
  await keepScreenshot(page, 'compare')
  await row(page, '%t').getByRole('button').click()
  await page.locator('.cm-activeLine', { hasText: 'stablehlo.tanh' }).waitFor()
  await panel(page).getByRole('region', { name: '%t − reference' }).waitFor()
  await panel(page).getByRole('button', { name: 'Clear' }).click()
  assert.equal(await page.locator('.cm-differs').count(), 0)
  assert.deepEqual(problems, [])
})

test('a run is compared with one of the other numerics, within a tolerance', async () => {
  const { page, problems } = await openPage(site())
  await openCompare(page, `func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {\n%t = stablehlo.tanh %x : tensor<64xf32>\nreturn %t : tensor<64xf32>\n}`)
  await panel(page).getByRole('button', { name: 'Other numerics' }).click()
  await panel(page).getByText(/^2 values compared with fast numerics, 2 values: none differs/).waitFor()
  assert.equal(await row(page, '%x').locator('td').nth(2).textContent(), '0')
  const steps = Number(await row(page, '%t').locator('td').last().textContent())
  assert.ok(steps >= 0 && steps < 10, `${steps} ULP`)
  assert.deepEqual(problems, [])
})

test('a file is compared by the names of its arrays', async () => {
  const { page, problems } = await openPage(site())
  await openCompare(page, chain('1.0'))
  const pick = async (name, values) => panel(page).getByLabel('A file to compare with').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: npyOf(values) })
  await pick('y.npy', [-1, -2, NaN, 8])
  await panel(page).getByText(/^1 value compared with y\.npy, 1 array: 1 above 0\.00001, first %y in line 4\./).waitFor()
  assert.equal(await row(page, '%y').locator('td').nth(2).textContent(), '4')
  await pick('other.npy', [1])
  await panel(page).getByText('No value of this run has a name in other.npy, 1 array.').waitFor()
  assert.deepEqual(problems, [])
})
