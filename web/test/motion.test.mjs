// Motion: data between cells and processes, and processes that wait for each other.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findings } from './axe.mjs'
import { keepScreenshot, openPage, replaceProgram, settled, stage, useSite } from './story.mjs'

const site = useSite()

const reduced = (name, channel) => `%${name} = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = ${channel}, type = 1>} : (tensor<f32>) -> tensor<f32>
    stablehlo.return %${name} : tensor<f32>`

const deadlock = `module attributes { mhlo.num_replicas = 2 : i32, mhlo.num_partitions = 1 : i32 } {
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %id = stablehlo.replica_id : tensor<ui32>
  %zero = stablehlo.constant dense<0> : tensor<ui32>
  %first = stablehlo.compare EQ, %id, %zero : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %r = "stablehlo.if"(%first) ({
    ${reduced('p', 1)}
  }, {
    ${reduced('q', 2)}
  }) : (tensor<i1>) -> tensor<f32>
  return %r : tensor<f32>
}
}`

for (const colorScheme of ['light', 'dark']) {
  test(`a deadlock is drawn with the processes that wait for each other, ${colorScheme}`, async () => {
    const { page, problems } = await openPage(site(), { colorScheme, ...(colorScheme === 'dark' && { viewport: { width: 390, height: 844 } }) })
    await replaceProgram(page, deadlock)
    await page.getByRole('tab', { name: /^Processes/ }).click()
    const drawn = stage(page).getByRole('region', { name: 'Deadlock' })
    await drawn.getByRole('img', { name: 'Deadlock: (0, 0) waits for (1, 0) waits for (0, 0).' }).waitFor()
    assert.equal(await drawn.locator('.arrow.in-cycle').count(), 2)
    await drawn.getByText('(1, 0) waits in all_reduce on channel 2 for (0, 0)').waitFor()
    await settled(page)
    await keepScreenshot(page, `deadlock-${colorScheme}`)
    assert.deepEqual(await findings(page), [])
    // A program without a deadlock removes it.
    await replaceProgram(page, deadlock.replace('handle = 2', 'handle = 1'))
    await drawn.waitFor({ state: 'hidden' })
    assert.deepEqual(problems, [])
  })
}

const line = (page, text) => page.locator('.cm-line', { hasText: text })
const motion = (page) => stage(page).getByRole('slider', { name: 'Position of the motion' })
const cells = (page) => stage(page).locator('.motion-cell')
/// Where the first cell is, in pixels.
const firstCell = (page) => cells(page).first().evaluate((cell) => cell.getBoundingClientRect().x)

async function openMotion(page, text) {
  await line(page, text).click()
  await page.mouse.move(2, 2)
  await stage(page).getByText('Motion', { exact: true }).click()
  await cells(page).first().waitFor()
}

test('cells of a transpose travel with the slider, back and forth', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, `func.func @main() -> tensor<4x3xi32> {
  %x = stablehlo.iota dim = 1 : tensor<3x4xi32>
  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<3x4xi32>) -> tensor<4x3xi32>
  return %t : tensor<4x3xi32>
}`)
  await openMotion(page, '%t =')
  assert.equal(await cells(page).count(), 12)
  const after = await firstCell(page)
  await motion(page).press('Home')
  const before = await firstCell(page)
  assert.ok(before < after, `${before}, then ${after}`)
  await motion(page).fill('50')
  await settled(page)
  await keepScreenshot(page, 'motion')
  const between = await firstCell(page)
  assert.ok(before < between && between < after, `${before}, ${between}, ${after}`)
  await motion(page).press('End')
  assert.equal(await firstCell(page), after)
  await stage(page).getByRole('button', { name: 'Play' }).click()
  await page.waitForFunction(() => document.querySelector('paddock-playground').shadowRoot.querySelector('.motion-row .range').value === '100')
  assert.deepEqual(await findings(page), [])
  assert.deepEqual(problems, [])
})

test('blocks of an all_reduce come from each process, and with reduced motion only the ends are shown', async () => {
  const { page, problems } = await openPage(site(), { reducedMotion: 'reduce', colorScheme: 'dark', viewport: { width: 390, height: 844 } })
  await replaceProgram(page, `module attributes { mhlo.num_replicas = 2 : i32, mhlo.num_partitions = 1 : i32 } {
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %r = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<3xf32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}
}`)
  await openMotion(page, '%r =')
  // Three cells of two processes go to both.
  assert.equal(await cells(page).count(), 12)
  assert.equal(await stage(page).locator('.motion-cell.hue1').count(), 6)
  assert.equal(await motion(page).getAttribute('max'), '1')
  await motion(page).press('Home')
  await settled(page)
  await keepScreenshot(page, 'motion-reduced')
  assert.equal(await stage(page).getByRole('button', { name: 'Play' }).count(), 0)
  assert.deepEqual(await findings(page), [])
  assert.deepEqual(problems, [])
})
