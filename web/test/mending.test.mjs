// Errors are sentences with fixes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepScreenshot, openPage, program, replaceProgram, stage, useSite } from './story.mjs'

const site = useSite()

const textOf = (page) => program(page).evaluate((content) => (content.cmTile ?? content.cmView).view.state.doc.toString())

/** Edits the text and immediately presses a button. */
const pressAfter = async (page, changes, button) => {
  const pressed = await button.elementHandle()
  await program(page).evaluate((content, [pressed, changes]) => {
    const { view } = content.cmTile ?? content.cmView
    view.dispatch({ changes })
    pressed.click()
  }, [pressed, changes])
}

const product = `func.func @main(%x: tensor<3x4xf32>, %w: tensor<5x8xf32>) -> tensor<3x8xf32> {
  %n = stablehlo.negate %w : tensor<5x8xf32>
  %y = stablehlo.dot_general %x, %n, contracting_dims = [1] x [0] : (tensor<3x4xf32>, tensor<5x8xf32>) -> tensor<3x8xf32>
  return %y : tensor<3x8xf32>
}`

test('two sizes that must be equal are named with both places, and a change of either type mends them', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, product)
  const told = program(page).getByRole('group', { name: 'Line 3' })
  await told.getByText('Dimension 1 of %x is 4, but dimension 0 of %n is 5; they must be equal.').waitFor()
  assert.equal(await program(page).locator('.cm-lintRange-error').innerText(), '%n')
  assert.equal(await program(page).locator('.cm-relatedPlace').innerText(), '%x')
  await told.getByRole('button', { name: /^Change %x to tensor<3x5xf32>/ }).waitFor()
  await keepScreenshot(page, 'mending')
  await told.getByRole('button', { name: /^Change %x to tensor<3x5xf32>/ }).click()
  await program(page).getByText('%x: tensor<3x5xf32>').waitFor()
  await page.getByRole('status').getByText(/Inputs were made/).waitFor()
  assert.equal(await program(page).getByRole('group').count(), 0)
  await program(page).click()
  await page.keyboard.press('Control+z')
  await program(page).getByText('%x: tensor<3x4xf32>').waitFor()
  assert.deepEqual(problems, [])
})

test('what a problem offers stays right while the text is edited: its place moves along, and what was typed stays', async () => {
  const { page, problems } = await openPage(site())
  page.on('console', (message) => problems.push(message.text()))
  await replaceProgram(page, product.replace('negate', 'negat'))
  const told = program(page).getByRole('group', { name: 'Line 2' })
  const fix = told.getByRole('button', { name: /negate/ })
  await fix.waitFor()
  // Before the next check: insert a line above, then apply the fix.
  await pressAfter(page, { from: 0, insert: '// A line more.\n' }, fix)
  assert.equal(await textOf(page), `// A line more.\n${product}`)
  await told.waitFor({ state: 'detached' })
  await replaceProgram(page, product)
  const change = program(page).getByRole('group', { name: 'Line 3' }).getByRole('button', { name: /^Change %x to tensor<3x5xf32>/ })
  await change.waitFor()
  await pressAfter(page, { from: 0, insert: '// Mine.\n' }, change)
  assert.equal(await textOf(page), `// Mine.\n${product}`)
  const place = stage(page).getByRole('button', { name: 'Line 4', exact: true })
  await place.waitFor()
  await pressAfter(page, { from: 10, to: product.length }, place)
  assert.deepEqual(problems, [])
})

test('shapes that differ, counts of elements and written types are sentences too', async () => {
  const { page } = await openPage(site())
  const cases = {
    '%r = stablehlo.add %a, %b : (tensor<3x8xf32>, tensor<3x7xf32>) -> tensor<3x8xf32>': '%b has shape 3x7, but %a has shape 3x8; they must be equal.',
    '%r = stablehlo.reshape %b : (tensor<3x7xf32>) -> tensor<4x5xf32>': 'The operand has 21 elements, but the result has 20 elements; they must be equal.',
    '%r = stablehlo.transpose %a, dims = [1, 0] : (tensor<3x8xf32>) -> tensor<3x8xf32>': 'The type written here is tensor<3x8xf32>, but the operation gives tensor<8x3xf32>.',
  }
  for (const [line, sentence] of Object.entries(cases)) {
    await replaceProgram(page, `func.func @main(%a: tensor<3x8xf32>, %b: tensor<3x7xf32>) {\n  ${line}\n  return\n}`)
    await program(page).getByText(sentence).waitFor()
  }
})

const reduced = `func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %r = "stablehlo.all_reduce"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}`

test('a grid that the program cannot run on stays in the field', async () => {
  const { page, problems } = await openPage(site())
  const grid = page.getByRole('textbox', { name: 'Grid of processes, replicas x partitions' })
  await replaceProgram(page, reduced)
  await stage(page).getByText(/a grid of 4/).first().waitFor()
  await grid.fill('2 x 3')
  await grid.press('Enter')
  await stage(page).getByText('The grid is 2 x 3').first().waitFor()
  await program(page).click()
  assert.equal(await grid.inputValue(), '2 x 3')
  assert.ok(await stage(page).getByText('Values of process').isHidden())
  await keepScreenshot(page, 'grid-that-fails')
  assert.deepEqual(problems, [])
})

test('a program that needs another grid offers it; the chip says what it is, refuses nonsense, and undo takes a choice back', async () => {
  const { page, problems } = await openPage(site())
  const grid = page.getByRole('textbox', { name: 'Grid of processes, replicas x partitions' })
  await page.getByText('processes', { exact: true }).waitFor()
  await page.getByText('replicas x partitions', { exact: true }).waitFor()
  await replaceProgram(page, reduced)
  await program(page).getByRole('button', { name: 'Run on 4 x 1' }).or(stage(page).getByRole('button', { name: 'Run on 4 x 1' })).first().click()
  await stage(page).getByRole('tab', { name: 'Processes 4' }).waitFor()
  assert.equal(await grid.inputValue(), '4 x 1')
  await stage(page).getByText('Values of process (0, 0) of 4 x 1: replica 0, partition 0.').waitFor()
  await keepScreenshot(page, 'grid-chip')
  const status = await page.locator('.status').textContent()
  assert.match(status, /^Ran/)
  for (const nonsense of ['four', '0 x 2', '99999 x 99999', '4 x']) {
    await grid.fill(nonsense)
    await grid.press('Enter')
    assert.equal(await grid.getAttribute('aria-invalid'), 'true', nonsense)
    await page.getByRole('status').getByText(/is not a grid|at least one replica|has more than 4096 processes/).waitFor()
    await program(page).click()
    assert.equal(await grid.inputValue(), '4 x 1')
    assert.equal(await page.locator('.status').textContent(), status, 'what was refused is gone, and so is why')
  }
  await grid.fill('four')
  await grid.press('Enter')
  await page.getByRole('status').getByText(/is not a grid/).waitFor()
  await grid.press('Escape')
  assert.deepEqual([await grid.inputValue(), await page.locator('.status').textContent()], ['4 x 1', status])
  await grid.fill('4 x 2')
  await grid.press('Enter')
  await stage(page).getByRole('tab', { name: 'Processes 8' }).waitFor()
  await program(page).click()
  await page.keyboard.press('Control+z')
  await stage(page).getByRole('tab', { name: 'Processes 4' }).waitFor()
  assert.equal(await grid.inputValue(), '4 x 1')
  await page.keyboard.press('Control+y')
  await stage(page).getByRole('tab', { name: 'Processes 8' }).waitFor()
  assert.deepEqual(problems, [])
})
