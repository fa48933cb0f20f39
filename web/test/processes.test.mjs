// A grid of processes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load } from 'paddock-hlo'
import { soonEnough } from '../../tools/lib/soon-enough.mjs'
import { column, keepScreenshot, openPage, replaceProgram, stage, useSite } from './story.mjs'

const site = useSite()

test('a program runs on a grid of processes, each with its own values', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, `func.func @main() -> tensor<2xf32> {
%id = stablehlo.partition_id : tensor<ui32>
%f = stablehlo.convert %id : (tensor<ui32>) -> tensor<f32>
%x = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<2xf32>
%sum = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
^bb0(%a: tensor<f32>, %b: tensor<f32>):
%c = stablehlo.add %a, %b : tensor<f32>
stablehlo.return %c : tensor<f32>
}) : (tensor<2xf32>) -> tensor<2xf32>
%r = stablehlo.add %sum, %x : tensor<2xf32>
return %r : tensor<2xf32>
}`)
  const grid = page.getByRole('textbox', { name: /Grid of processes/ })
  await grid.fill('1 x 3')
  await grid.press('Enter')
  await stage(page).getByRole('tab', { name: 'Processes 3' }).click()
  await stage(page).getByRole('region', { name: 'Process (0, 2)' }).waitFor()
  await column(page).getByText('[3, 3]').first().waitFor()
  await stage(page).getByRole('button', { name: '(0, 2)' }).click()
  await column(page).getByText('[5, 5]').waitFor()
  assert.deepEqual(problems, [])
})

const gathering = (count, size = 1) => `func.func @main() -> tensor<${count * size}xf32> {
%id = stablehlo.replica_id : tensor<ui32>
%f = stablehlo.convert %id : (tensor<ui32>) -> tensor<f32>
%x = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<${size}xf32>
%all = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[${Array.from({ length: count }, (_, i) => i).join(', ')}]]> : tensor<1x${count}xi64>}> : (tensor<${size}xf32>) -> tensor<${count * size}xf32>
%turned = "stablehlo.collective_permute"(%all) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<${count * size}xf32>) -> tensor<${count * size}xf32>
return %turned : tensor<${count * size}xf32>
}`

async function chooseGrid(page, text) {
  const grid = page.getByRole('textbox', { name: /Grid of processes/ })
  await grid.fill(text)
  await grid.press('Enter')
}

test('one process is a sentence, and tiles come with the first grid of several', async () => {
  const { page, problems } = await openPage(site())
  const views = () => page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => name.includes('processes-view')).length)
  const alone = stage(page).getByText(/^One process runs this program\./)
  await alone.waitFor({ state: 'attached' })
  await page.getByRole('status').getByText(/^Ran/).waitFor()
  assert.equal(await views(), 0)
  const tile = stage(page).getByRole('region', { name: 'Process (1, 0)' })
  await replaceProgram(page, gathering(2))
  await chooseGrid(page, '2 x 1')
  await stage(page).getByRole('tab', { name: 'Processes 2' }).click()
  await tile.waitFor()
  assert.equal(await alone.count(), 0)
  assert.ok((await views()) > 0)
  await replaceProgram(page, 'func.func @main() -> tensor<f32> {\n%a = stablehlo.constant dense<1.0> : tensor<f32>\nreturn %a : tensor<f32>\n}')
  await chooseGrid(page, '1 x 1')
  await alone.waitFor()
  assert.equal(await tile.count(), 0)
  await chooseGrid(page, '2 x 1')
  await tile.waitFor()
  assert.deepEqual(problems, [])
})

test('what processes give each other is a table of senders and receivers', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, gathering(3, 2))
  await chooseGrid(page, '3 x 1')
  await stage(page).getByRole('tab', { name: 'Processes 3' }).click()
  await stage(page).getByText('1 meeting of the group [0, 1, 2], 48 bytes between processes.').waitFor()
  const table = stage(page).getByRole('grid').first()
  assert.deepEqual(await table.getByRole('columnheader').allTextContents(), ['bytes', '(0, 0)', '(1, 0)', '(2, 0)'])
  assert.deepEqual(await table.getByRole('gridcell').allTextContents(), ['itself', '8', '8', '8', 'itself', '8', '8', '8', 'itself'])
  await table.getByRole('gridcell').first().focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await stage(page).getByText('(2, 0) gave (1, 0) 8 bytes.').waitFor()
  await stage(page).getByText('gives %x').waitFor()
  await stage(page).getByText('[2, 2]').first().waitFor()
  await stage(page).getByText('gets %all').waitFor()
  await stage(page).getByText('stablehlo.collective_permute').click()
  await stage(page).getByText('2 messages, 48 bytes between processes.').waitFor()
  assert.deepEqual(await stage(page).getByRole('grid').last().getByRole('gridcell').allTextContents(), ['itself', '24', '0', '24', 'itself', '0', '0', '0', 'itself'])
  await stage(page).getByRole('button', { name: 'Go to the line' }).first().click()
  await page.locator('.cm-activeLine', { hasText: '%all = ' }).waitFor()
  assert.deepEqual(problems, [])
})

const marked = (page) => page.locator('.cm-unequalName').allTextContents()

test('lines whose values differ between processes are marked, and the names say how far apart they are', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, `func.func @main() -> tensor<2xf32> {
%id = stablehlo.replica_id : tensor<ui32>
%one = stablehlo.constant dense<1> : tensor<ui32>
%n = stablehlo.add %id, %one : tensor<ui32>
%f = stablehlo.convert %n : (tensor<ui32>) -> tensor<f32>
%x = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<2xf32>
%sum = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> ({
^bb0(%a: tensor<f32>, %b: tensor<f32>):
%c = stablehlo.add %a, %b : tensor<f32>
stablehlo.return %c : tensor<f32>
}) : (tensor<2xf32>) -> tensor<2xf32>
return %sum : tensor<2xf32>
}`)
  assert.deepEqual(await marked(page), [])
  await chooseGrid(page, '3 x 1')
  await page.locator('.cm-unequalName', { hasText: '%x' }).waitFor()
  assert.deepEqual(await marked(page), ['%id', '%n', '%f', '%x'])
  assert.equal(await page.locator('.cm-line.cm-unequal').count(), 4)
  await stage(page).getByText('Lines with a bar have other values in other processes').waitFor()
  await page.locator('.cm-unequalName', { hasText: '%x' }).hover()
  const tooltip = page.locator('.cm-tooltip')
  await tooltip.getByText('%x has 3 different values in 3 processes:').waitFor()
  await tooltip.getByText('Furthest from (0, 0) is (2, 0): by 2 (2 times its largest number, ').waitFor()
  assert.match((await tooltip.locator('.cm-unequalGroups').textContent()).replaceAll('\u2009', ''), /\(0, 0\)\[1, 1\].*\(1, 0\)\[2, 2\].*\(2, 0\)\[3, 3\]/)
  await keepScreenshot(page, 'processes-differing')
  // One process has nothing to differ from.
  await replaceProgram(page, 'func.func @main() -> tensor<ui32> {\n%only = stablehlo.replica_id : tensor<ui32>\nreturn %only : tensor<ui32>\n}')
  await page.locator('.cm-unequalName', { hasText: '%only' }).waitFor()
  await chooseGrid(page, '1 x 1')
  await page.waitForFunction(() => document.querySelector('paddock-playground').shadowRoot.querySelector('.cm-unequal') === null)
  assert.deepEqual(problems, [])
})

for (const [name, width, height] of [['wide', 1366, 820], ['narrow', 390, 844]]) {
  for (const colorScheme of ['light', 'dark']) {
    test(`16 processes fit the page, ${name} and ${colorScheme}`, async () => {
      const { page, problems } = await openPage(site(), { viewport: { width, height }, colorScheme })
      await replaceProgram(page, gathering(16))
      await chooseGrid(page, '16 x 1')
      await stage(page).getByRole('tab', { name: 'Processes 16' }).click()
      await stage(page).getByRole('region', { name: 'Process (15, 0)' }).waitFor()
      const table = stage(page).getByRole('grid').first()
      assert.equal(await table.getByRole('gridcell').count(), 256)
      const box = await table.boundingBox()
      assert.ok(box.x >= 0 && box.x + box.width <= width, `the table ends at ${box.x + box.width} of ${width} px`)
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      assert.ok(excess <= 0, `${excess} px too wide`)
      await table.getByRole('gridcell').nth(1).click()
      await stage(page).getByText('(0, 0) gave (1, 0) 4 bytes.').waitFor()
      await keepScreenshot(page, `processes-${name}-${colorScheme}`)
      assert.deepEqual(problems, [])
    })
  }
}

const large = `func.func @main(%a: tensor<1152x1152xf32>) -> tensor<1152x1152xf32> {
%b = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<1152x1152xf32>, tensor<1152x1152xf32>) -> tensor<1152x1152xf32>
%c = stablehlo.dot_general %b, %a, contracting_dims = [1] x [0] : (tensor<1152x1152xf32>, tensor<1152x1152xf32>) -> tensor<1152x1152xf32>
%d = "stablehlo.all_to_all"(%c) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<1152x1152xf32>) -> tensor<576x2304xf32>
%r = stablehlo.reshape %d : (tensor<576x2304xf32>) -> tensor<1152x1152xf32>
return %r : tensor<1152x1152xf32>
}`

test('a large grid runs in Workers under the policy of the page, with the bits of one engine', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, large)
  await chooseGrid(page, '2 x 1')
  const status = page.getByRole('status').getByText(/Ran in 2 Workers/)
  await status.waitFor()
  assert.equal(page.workers().length, 3)
  await stage(page).getByRole('tab', { name: 'Processes 2' }).click()
  await stage(page).getByText('2 x 1 processes, as (replica, partition), in 2 Workers.').waitFor()
  await column(page).getByText('−5467 … 5339').first().waitFor()
  const paddock = await load()
  const program = await paddock.parse(large)
  const { hash } = await program.run({ inputs: ['random:7'], grid: { replicas: 2, partitions: 1 }, mode: 'cooperative', numerics: 'portable', level: 'faithful' })
  assert.match(await status.textContent(), new RegExp(hash))
  paddock.close()
  assert.deepEqual(problems, [])
})

/// The first process runs forever; the others wait for it.
const endless = `func.func @main(%a: tensor<1536x1536xf32>) -> tensor<f32> {
%id = stablehlo.replica_id : tensor<ui32>
%zero = stablehlo.constant dense<0> : tensor<ui32>
%one = stablehlo.constant dense<1.0> : tensor<f32>
%u = stablehlo.constant dense<1.0> : tensor<1xf32>
%dot = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<1536x1536xf32>, tensor<1536x1536xf32>) -> tensor<1536x1536xf32>
%w = stablehlo.while(%i = %id) : tensor<ui32>
cond {
%yes = stablehlo.compare EQ, %i, %zero : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
stablehlo.return %yes : tensor<i1>
} do {
stablehlo.return %i : tensor<ui32>
}
%all = "stablehlo.all_gather"(%u) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<1xf32>) -> tensor<2xf32>
return %one : tensor<f32>
}`

async function runEndless() {
  const opened = await openPage(site())
  await replaceProgram(opened.page, endless)
  await chooseGrid(opened.page, '2 x 1')
  await opened.page.getByRole('button', { name: 'Stop' }).waitFor()
  while (opened.page.workers().length < 3) await opened.page.waitForEvent('worker')
  await opened.page.getByRole('status').getByText(/Running line/).waitFor()
  return opened
}

test('Stop ends Workers, those that wait too', { timeout: 120_000 }, async () => {
  const stop = async () => {
    const { page } = await runEndless()
    const start = Date.now()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('status').getByText(/Stopped at line/).waitFor()
    const milliseconds = Date.now() - start
    assert.equal(page.workers().length, 3, 'no Worker had to be ended')
    await page.context().close()
    return milliseconds
  }
  await soonEnough(stop, 500)
})

for (const [how, end] of [
  ['closes itself', () => self.close()],
  ['breaks', () => void setTimeout(() => { throw new Error('broken on purpose') })],
]) {
  test(`a Worker that ${how} ends the run, and the page says whose it was`, async () => {
    const { page } = await runEndless()
    await page.workers()[2].evaluate(end)
    await stage(page).getByText(/The Worker of process \(\d, 0\) was lost/).waitFor()
    await page.getByRole('button', { name: 'Run', exact: true }).waitFor()
    await chooseGrid(page, '1 x 1')
    await replaceProgram(page, 'func.func @main() -> tensor<f32> {\n%a = stablehlo.constant dense<2.5> : tensor<f32>\nreturn %a : tensor<f32>\n}')
    await stage(page).getByRole('tab', { name: 'Value' }).click()
    await stage(page).getByText('2.5', { exact: true }).waitFor()
  })
}

const sharded = (sums) => `module attributes {mhlo.num_partitions = 4 : i32} {
sdy.mesh @mesh = <["data"=4]>
func.func @main(%w: tensor<3xf32>, %x: tensor<8x3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
%r:2 = sdy.manual_computation(%w, %x) in_shardings=[<@mesh, [{}]>, <@mesh, [{"data"}, {}]>] out_shardings=[<@mesh, [{}]>, <@mesh, [{}]>] manual_axes={"data"} (%v: tensor<3xf32>, %t: tensor<2x3xf32>) {
%zero = stablehlo.constant dense<0.0> : tensor<f32>
%part = stablehlo.reduce(%t init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
${sums}
sdy.return %all, %forgotten : tensor<3xf32>, tensor<3xf32>
} : (tensor<3xf32>, tensor<8x3xf32>) -> (tensor<3xf32>, tensor<3xf32>)
return %r#0, %r#1 : tensor<3xf32>, tensor<3xf32>
}
}`

const withSum = sharded(`%sum = "stablehlo.all_reduce"(%part) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
^bb0(%a: tensor<f32>, %b: tensor<f32>):
%c = stablehlo.add %a, %b : tensor<f32>
stablehlo.return %c : tensor<f32>
}) : (tensor<3xf32>) -> tensor<3xf32>
%all = stablehlo.subtract %v, %sum : tensor<3xf32>
%forgotten = stablehlo.subtract %v, %part : tensor<3xf32>`)

test('each result says whether all processes have the same, or how far apart they are', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, withSum)
  await stage(page).getByRole('tab', { name: 'Processes 4' }).click()
  await stage(page).getByText('Result 0: the same on all 4 processes.').waitFor()
  await stage(page).getByText(/^Result 1: 4 different values in 4 processes\. Furthest from \(0, 0\) is \(0, \d\): by \d/).waitFor()
  await keepScreenshot(page, 'processes-results')
  assert.deepEqual(problems, [])
})

test('made inputs of a program with a sharding are the same where its processes hold the same', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, withSum)
  await page.locator('.cm-unequalName', { hasText: '%forgotten' }).waitFor()
  // The weights and the whole batch are not marked: what follows from a missing sum stands out.
  assert.deepEqual(await marked(page), ['%r', '%t', '%part', '%forgotten'])
  assert.deepEqual(problems, [])
})

test('without a sharding the inputs of all processes are made the same on request', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, 'func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {\n%y = stablehlo.negate %x : tensor<2x3xf32>\nreturn %y : tensor<2x3xf32>\n}')
  await chooseGrid(page, '1 x 3')
  await stage(page).getByRole('tab', { name: 'Processes 3' }).click()
  await stage(page).getByText(/^Result: 3 different values in 3 processes\./).waitFor()
  await stage(page).getByRole('tab', { name: 'Inputs 1' }).click()
  await stage(page).getByRole('button', { name: 'all normal, seed 7, equal on all processes' }).click()
  await stage(page).getByText('Now: normal, seed 7, equal on all processes.').waitFor()
  await stage(page).getByRole('button', { name: 'another seed' }).click()
  await stage(page).getByText('Now: normal, seed 8, equal on all processes.').waitFor()
  await stage(page).getByRole('tab', { name: 'Processes 3' }).click()
  await stage(page).getByText('Result: the same on all 3 processes.').waitFor()
  await keepScreenshot(page, 'processes-same')
  assert.deepEqual(problems, [])
})
