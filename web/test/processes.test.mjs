// A grid of processes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { column, openPage, replaceProgram, stage, useSite } from './story.mjs'

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
