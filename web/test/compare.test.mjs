// Runs beside each other: a pinned run, the other numerics, a file.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findings } from './axe.mjs'
import { npyOf } from './npy.mjs'
import { keepScreenshot, openPage, program, replaceProgram, runProgram, settled, stage, useSite } from './story.mjs'

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
  await runProgram(page, text)
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

test('a program is compared with itself in smaller element types, and the first line that does not suffice is marked', async () => {
  const { page, problems } = await openPage(site())
  const text = `func.func @main(%w: tensor<4xf32>) -> tensor<4xf32> {
%x = stablehlo.constant dense<[0.1, 3.0, 300.0, 0x40E00000]> : tensor<4xf32>
%square = stablehlo.multiply %x, %x : tensor<4xf32>
%n = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
%sum = stablehlo.add %square, %w : tensor<4xf32>
return %sum : tensor<4xf32>
}`
  await openCompare(page, text)
  await panel(page).getByRole('button', { name: 'Element types' }).click()
  await panel(page).getByText('Compared with f64: f32 stays within 0.01; bf16 stays within 0.01; f16 is first above it at %square in line 3; f8E4M3FN is first above it at %w in line 1.').waitFor()
  await page.locator('.cm-differs', { hasText: '%square = ' }).waitFor()
  const cells = async (name) => row(page, name).locator('td').allTextContents()
  // Name, line, then error and ULP in f32, bf16, f16 and f8E4M3FN: 300 is 288 in the last one.
  const ofX = await cells('%x')
  assert.deepEqual([...ofX.slice(1, 3), ofX.at(-1)], ['2', '0 0 ULP', '0.04 0 ULP'])
  const ofSquare = await cells('%square')
  assert.match(ofSquare[2], /^4\.6e−15 0 ULP$/)
  assert.equal(ofSquare[4], 'not finite 1 cell')
  assert.equal(await row(page, '%n').count(), 0)
  await settled(page)
  assert.deepEqual(await findings(page), [])
  await keepScreenshot(page, 'compare-types')
  await panel(page).getByRole('button', { name: 'f8E4M3FN' }).click()
  await page.locator('.cm-differs', { hasText: '@main' }).waitFor()
  await panel(page).getByLabel('Tolerance').fill('0.1')
  await panel(page).getByLabel('Tolerance').press('Tab')
  await panel(page).getByText(/bf16 stays within 0\.1; f16 is first above it at %square in line 3; f8E4M3FN is first above it at %square in line 3\.$/).waitFor()
  await replaceProgram(page, text.replace('0.1,', '0.2,'))
  await panel(page).getByText('The values are those of another run. Compare its element types again.').waitFor()
  assert.deepEqual(problems, [])
})

test('a type in which a program is refused says why', async () => {
  const { page } = await openPage(site())
  await openCompare(page, `func.func @main() -> tensor<2xf32> {
%x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
%bits = stablehlo.bitcast_convert %x : (tensor<2xf32>) -> tensor<2xi32>
return %x : tensor<2xf32>
}`)
  await panel(page).getByRole('button', { name: 'Element types' }).click()
  await panel(page).getByText(/^The types could not be compared: not in f64: bitcast_convert/).waitFor()
})
