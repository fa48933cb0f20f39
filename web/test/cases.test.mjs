// Files that are dropped together: a program with its inputs and expected results.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { dropFiles, dropFolder } from './drop.mjs'
import { npyOf } from './npy.mjs'
import { openPage, program, stage, useSite } from './story.mjs'

const site = useSite()

const subtract = `func.func @main(%lhs: tensor<3xf32>, %rhs: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xi1>) {
  %d = stablehlo.subtract %lhs, %rhs : tensor<3xf32>
  %c = stablehlo.compare GT, %lhs, %rhs : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  return %d, %c : tensor<3xf32>, tensor<3xi1>
}`
const files = {
  'expected_0.npy': npyOf([-0.5, 2.25, 5]),
  'lhs.npy': npyOf([1, 2.5, 6]),
  'notes.md': Buffer.from('# Not a program'),
  'program.mlir': Buffer.from(subtract),
  'rhs.npy': npyOf([1.5, 0.25, 1]),
}

test('a program, its inputs and its expected result that are dropped together run and are compared', async () => {
  const { page, problems } = await openPage(site())
  await dropFiles(page, files)
  await stage(page).getByText('The result equals expected_0: 3 elements.').or(stage(page).getByText(/^Result 0 equals expected_0/)).waitFor()
  assert.match(await program(page).textContent(), /stablehlo\.subtract %lhs, %rhs/)
  await page.getByRole('status').getByText('Inputs: lhs, rhs.').waitFor()
  await dropFiles(page, { 'rhs.npy': npyOf([1.5, 0.25, 2]) })
  await stage(page).getByText(/differs from expected_0 in 1 of 3 elements, by at most 1\.00\.$/).waitFor()
  assert.deepEqual(problems, [])
})

test('a folder is taken with what is in it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'case-'))
  mkdirSync(join(folder, 'inputs'))
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, /hs/.test(name) ? 'inputs' : '', name), bytes)
  const { page, problems } = await openPage(site())
  await dropFolder(page, folder)
  await stage(page).getByText(/equals expected_0: 3 elements\.$/).waitFor()
  await page.getByRole('status').getByText('Inputs: lhs, rhs.').waitFor()
  assert.deepEqual(problems, [])
})

test('results of another shape or type are told apart, and files without a program say so', async () => {
  const { page, problems } = await openPage(site())
  await dropFiles(page, { ...files, 'expected_0.npy': npyOf([1, 2]) })
  await stage(page).getByText(/differs from expected_0: its shape is 3, not 2\.$/).waitFor()
  await dropFiles(page, { ...files, 'expected_1.npy': npyOf([0, 1, 1]) })
  await stage(page).getByText(/differs from expected_1: its elements are i1, not f32\.$/).waitFor()
  await stage(page).getByText(/equals expected_0: 3 elements\.$/).waitFor()
  await dropFiles(page, { 'a.md': Buffer.from('a'), 'b.md': Buffer.from('b') })
  await page.getByRole('status').getByText('There is no program and no array among these files.').waitFor()
  assert.match(await program(page).textContent(), /stablehlo\.subtract/)
  assert.deepEqual(problems, [])
})
