// The editor: diagnostics, and help with changes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { column, openExample, openPage, pasteText, replaceProgram, settled, stage, useSite } from './story.mjs'

const site = useSite()

const mismatch = `func.func @main(%x: tensor<4x8xf32>, %y: tensor<5x4xf32>) -> tensor<4x4xf32> {
%d = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<5x4xf32>) -> tensor<4x4xf32>
%e = stablehlo.tanh %d : tensor<4x4xf32>
return %e : tensor<4x4xf32>
}`

test('under its line an error is a sentence, the rule with its numbers, and what it is about', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, mismatch)
  const told = page.getByRole('textbox').getByRole('group', { name: 'Line 2' })
  await told.getByText(/8.*5|5.*8/).first().waitFor()
  assert.match(await told.textContent(), /dim\(lhs, .*\) = dim\(rhs, |dot_general/)
  const [line, box] = await Promise.all([page.locator('.cm-line', { hasText: '%d = ' }).boundingBox(), told.boundingBox()])
  assert.ok(box.y >= line.y + line.height - 1 && box.y < line.y + line.height + 12, 'it stands under the line')
  // The column shows one sentence and a link to the problem.
  const item = stage(page).getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Line 2' }) }).first()
  assert.equal(await item.getByRole('button').count(), 1)
  assert.equal(await item.getByText(/dot_general C/).count(), 0)
  // The wrong part is underlined, not the whole operation.
  const marked = await page.locator('.cm-lintRange-error').first().textContent()
  assert.ok(!marked.includes('stablehlo.dot_general'), marked)
  await page.locator('.cm-line', { hasText: '%d = ' }).click()
  await page.keyboard.press('Home')
  await page.keyboard.press('Control+Home')
  const second = page.locator('.cm-line', { hasText: 'func.func' })
  await second.click()
  assert.deepEqual(problems, [])
})

test('all errors are told at once, and what follows from another is marked so and told quietly', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, `func.func @main(%x: tensor<4x8xf32>) -> tensor<8x4xf32> {
%a = stablehlo.add %x, %unknown : tensor<4x8xf32>
%b = stablehlo.tanh %a : tensor<4x8xf32>
%c = stablehlo.transpose %b, dims = [1, 1] : (tensor<4x8xf32>) -> tensor<8x4xf32>
%f = stablehlo.floor %gone : tensor<8x4xf32>
%g = stablehlo.add %f, %f : tensor<8x5xf32>
return %c : tensor<8x4xf32>
}`)
  const items = stage(page).getByRole('list').first().getByRole('listitem')
  await items.filter({ hasText: /%unknown/ }).waitFor()
  await items.filter({ hasText: /Line 4/ }).waitFor()
  await items.filter({ hasText: /%gone/ }).waitFor()
  await page.getByRole('status').getByText(/^\d errors/).waitFor()
})

test('an error is told beside the text and marked in it', async () => {
  const { page } = await openPage(site())
  const text = 'func.func @main() -> tensor<2xf32> {\n  %a = stablehlo.constant dense<[2.5, 1.0]> : tensor<2xf32>\n  return %a : tensor<2xf32>\n}'
  await replaceProgram(page, text)
  await stage(page).getByRole('img', { name: /^2 elements/ }).waitFor()
  await replaceProgram(page, text.replace('return %a', 'return %missing'))
  await stage(page).getByText(/%missing/).waitFor()
  await page.locator('.cm-lintRange-error').first().waitFor()
  await stage(page).getByRole('button', { name: 'Line 3' }).click()
  assert.ok(await stage(page).getByRole('img').isVisible(), 'the last good picture stays')
})

test('a number in a constant is dragged, and the values follow', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, 'func.func @main() -> tensor<f32> {\n%a = stablehlo.constant dense<2.5> : tensor<f32>\n%b = stablehlo.multiply %a, %a : tensor<f32>\nreturn %b : tensor<f32>\n}')
  await column(page).getByText('6.25').waitFor()
  const number = page.locator('.cm-draggableNumber')
  const { x, y, width, height } = await number.boundingBox()
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width / 2 + 20, y + height / 2, { steps: 5 })
  await page.mouse.up()
  await column(page).getByText('9', { exact: true }).waitFor()
  assert.equal(await number.textContent(), '3.0')
})

test('a number that an exporter wrote is dragged, too, and a double click selects it', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, 'func.func @main() -> tensor<f32> {\n%a = stablehlo.constant dense<9.000000e-01> : tensor<f32>\n%b = stablehlo.constant dense<0x40000000> : tensor<f32>\n%c = stablehlo.multiply %a, %b : tensor<f32>\nreturn %c : tensor<f32>\n}')
  await column(page).getByText('1.8').waitFor()
  const number = page.locator('.cm-draggableNumber')
  assert.equal(await number.count(), 1, 'no digit of a hexadecimal number is pulled')
  const drag = async (pixels) => {
    const { x, y, width, height } = await number.boundingBox()
    await page.mouse.move(x + width / 2, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + width / 2 + pixels, y + height / 2, { steps: 5 })
    await page.mouse.up()
  }
  await drag(60)
  assert.equal(await number.textContent(), '1.500000e+00')
  await column(page).getByText('3', { exact: true }).waitFor()
  await drag(-80)
  assert.equal(await number.textContent(), '-5.000000e-01')
  await column(page).getByText('−1', { exact: true }).waitFor()
  await number.dblclick()
  await page.keyboard.type('4')
  await column(page).getByText('8', { exact: true }).waitFor()
})

/// Moves the pointer to the middle of the first letters of a word in a line.
async function hoverOver(line, word, letters = 3) {
  const { x, y } = await line.evaluate((dom, [word, letters]) => {
    const walker = document.createTreeWalker(dom, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const at = walker.currentNode.data.indexOf(word)
      if (at < 0) continue
      const range = document.createRange()
      range.setStart(walker.currentNode, at)
      range.setEnd(walker.currentNode, at + letters)
      const { x, y, width, height } = range.getBoundingClientRect()
      return { x: x + width / 2, y: y + height / 2 }
    }
  }, [word, letters])
  await line.page().mouse.move(x, y)
  await line.page().mouse.move(x + 1, y)
}

test('values, operations, attributes and types are explained under the pointer', async () => {
  const { page } = await openPage(site())
  await stage(page).getByRole('img').waitFor()
  const told = page.locator('.cm-hover')
  const explain = async (line, text, expected) => {
    await page.locator('.cm-line', { hasText: line }).getByText(text, { exact: true }).first().hover()
    await told.filter({ hasText: expected }).waitFor()
    await page.mouse.move(2, 2)
    await told.first().waitFor({ state: 'detached' })
  }
  await explain('%bits = ', '%one', '%one : tensor<25x32xui32>')
  await explain('%bits = ', 'stablehlo.and', 'stablehlo.and')
  await replaceProgram(page, 'func.func @main(%x: tensor<4x8xf32>, %y: tensor<8x4xf32>) -> tensor<4x4xf32> {\n%d = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>\nreturn %d : tensor<4x4xf32>\n}')
  await stage(page).getByRole('img').first().waitFor()
  const line = page.locator('.cm-line', { hasText: '%d = ' })
  await hoverOver(line, 'contracting_dims')
  await told.filter({ hasText: /Attribute of stablehlo.dot_general/ }).waitFor()
  await page.mouse.move(2, 2)
  await told.first().waitFor({ state: 'detached' })
  // A line longer than the editor shows its types in full when it has the cursor.
  await line.click({ position: { x: 20, y: 8 } })
  await hoverOver(line, '4x8')
  await told.filter({ hasText: '4 x 8: 32 elements of f32, 128 bytes.' }).waitFor()
})

test('a value under the pointer lights its definition, its uses, its numbers and its picture', async () => {
  const { page, problems } = await openPage(site())
  await stage(page).getByRole('img').waitFor()
  await page.locator('.cm-line', { hasText: '%bits = ' }).click()
  const picture = (name) => stage(page).getByRole('region', { name, exact: true })
  await picture('%one').waitFor()
  const strength = (locator) => locator.evaluate((dom) => Number(getComputedStyle(dom).opacity))
  await page.locator('.cm-line', { hasText: '%bits = ' }).getByText('%one', { exact: true }).hover()
  await page.locator('.cm-litName').first().waitFor()
  assert.deepEqual(await page.locator('.cm-litLine').allTextContents(), (await page.locator('.cm-line').allTextContents()).filter((line) => line.includes('%one')))
  assert.deepEqual(await page.locator('.cm-litName').allTextContents(), ['%one', '%one'])
  assert.equal(await strength(page.locator('.cm-line', { hasText: '%shifted = ' })), 0.4)
  assert.equal(await page.locator('.cm-valueLines .cm-value-lit').count(), 1)
  assert.deepEqual([await strength(picture('%one')), await strength(picture('%bits'))], [1, 0.4])
  await page.mouse.move(2, 2)
  await page.locator('.cm-litName').first().waitFor({ state: 'detached' })
  assert.deepEqual([await strength(page.locator('.cm-line', { hasText: '%shifted = ' })), await strength(picture('%bits'))], [1, 1])
  assert.deepEqual(problems, [])
})

test('a size under the pointer lights its dimension in types, and the edges of its length in pictures', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, `func.func @main() -> tensor<8x5xf32> {
%x = stablehlo.iota dim = 0 : tensor<5x8xf32>
%t = stablehlo.transpose %x, dims = [1, 0] : (tensor<5x8xf32>) -> tensor<8x5xf32>
%s = stablehlo.add %t, %t : tensor<8x5xf32>
return %s : tensor<8x5xf32>
}`)
  const region = (name) => stage(page).getByRole('region', { name, exact: true })
  const edges = (name) => region(name).locator('.frame').getAttribute('data-edge')
  await region('Result').getByRole('img').waitFor()
  await hoverOver(page.locator('.cm-line', { hasText: '%x = ' }), '5x8', 1)
  await page.locator('.cm-litSize').first().waitFor()
  assert.deepEqual(await page.locator('.cm-litSize').allTextContents(), ['5', '5', '5', '5', '5', '5'])
  await page.getByText('5 is one dimension of %x, %t, %s.').waitFor()
  // The program returns %s.
  assert.equal(await edges('Result'), 'top')
  assert.deepEqual(await region('Result').locator('[data-dimension][data-lit]').allTextContents(), ['5', '1'])
  await page.mouse.move(2, 2)
  await page.locator('.cm-litSize').first().waitFor({ state: 'detached' })
  assert.equal(await edges('Result'), '')
  await page.locator('.cm-line', { hasText: '%t = ' }).click()
  await region('%t').getByRole('img').waitFor()
  await hoverOver(page.locator('.cm-line', { hasText: '%s = ' }), '8x5', 1)
  await page.locator('.cm-litSize').first().waitFor()
  assert.deepEqual([await edges('%x'), await edges('%t')], ['top', 'left'])
  assert.deepEqual(problems, [])
})

test('F12 goes to where a name is defined', async () => {
  const { page } = await openPage(site())
  await stage(page).getByRole('img').waitFor()
  await page.locator('.cm-line', { hasText: '%bits = ' }).getByText('%one', { exact: true }).click()
  await stage(page).getByText('stablehlo.and', { exact: true }).waitFor()
  await page.keyboard.press('F12')
  // The stage follows the cursor.
  await stage(page).getByText('stablehlo.constant', { exact: true }).waitFor()
  await stage(page).getByRole('region', { name: '%one', exact: true }).waitFor()
})

test('F2 renames a value everywhere', async () => {
  const { page } = await openPage(site())
  await stage(page).getByRole('img').waitFor()
  await page.locator('.cm-line', { hasText: '%bits = ' }).getByText('%one', { exact: true }).click()
  await stage(page).getByText('stablehlo.and', { exact: true }).waitFor()
  await page.keyboard.press('F2')
  await page.locator('.cm-panel input').waitFor()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('unit')
  await page.keyboard.press('Enter')
  await page.locator('.cm-line', { hasText: '%bits = stablehlo.and %shifted, %unit' }).waitFor()
  await page.locator('.cm-line', { hasText: '%unit = stablehlo.constant' }).waitFor()
  await page.getByRole('status').getByText(/Ran in/).waitFor()
})

test('completion offers operations, values of a fitting type and cases of enumerations', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, 'func.func @main(%x: tensor<4xf32>, %i: tensor<4xi32>, %y: tensor<4xf32>) -> tensor<4xf32> {\n  %sum = stablehlo.add %x, %y : tensor<4xf32>\n  return %sum : tensor<4xf32>\n}')
  await column(page).getByText('4 f32').first().waitFor()
  await page.locator('.cm-line', { hasText: '%sum = ' }).click()
  await page.keyboard.press('End')
  const offered = page.locator('.cm-tooltip-autocomplete li')
  await page.keyboard.press('Enter')
  await page.keyboard.type('%m = stablehlo.maxim')
  await offered.getByText('stablehlo.maximum').waitFor()
  await settled(page)
  await page.keyboard.press('Enter')
  await page.keyboard.type(' %x, %')
  await offered.getByText('%sum').waitFor()
  assert.deepEqual((await offered.locator('.cm-completionLabel').allTextContents()).sort(), ['%sum', '%x', '%y'])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+End')
  await page.keyboard.type('  %c = stablehlo.compare L')
  await offered.getByText('LT').waitFor()
})

test('completion offers functions with their types, and types of values in scope', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, 'func.func private @half(%a: tensor<4xf32>) -> tensor<4xf32> {\n  return %a : tensor<4xf32>\n}\nfunc.func @main(%x: tensor<4xf32>, %i: tensor<2x4xi32>) -> tensor<4xf32> {\n  %sum = stablehlo.add %x, %x : tensor<4xf32>\n  return %sum : tensor<4xf32>\n}')
  await column(page).getByText('4 f32').first().waitFor()
  await page.locator('.cm-line', { hasText: '%sum = ' }).click()
  await page.keyboard.press('End')
  const offered = page.locator('.cm-tooltip-autocomplete li')
  await page.keyboard.press('Enter')
  await page.keyboard.type('%h = func.call @ha')
  await offered.getByText('(tensor<4xf32>) -> (tensor<4xf32>)').waitFor()
  await settled(page)
  await page.keyboard.press('Enter')
  await page.keyboard.type('(%sum) : (tensor<4xf32>) -> te')
  await offered.getByText('tensor<2x4xi32>').waitFor()
  assert.deepEqual(await offered.locator('.cm-completionLabel').allTextContents(), ['tensor<4xf32>', 'tensor<2x4xi32>'])
  await settled(page)
  await page.keyboard.press('Enter')
  await page.locator('.cm-line', { hasText: '%h = func.call @half(%sum) : (tensor<4xf32>) -> tensor<4xf32>' }).waitFor()
  await page.getByRole('status').getByText(/Ran in/).waitFor()
})

test('a long literal is folded and says how much it holds', async () => {
  const { page } = await openPage(site())
  await openExample(page, 'Handwritten digits')
  await page.locator('.cm-foldPlaceholder').first().waitFor()
  assert.match(await page.locator('.cm-foldPlaceholder').first().textContent(), /(bytes|elements)$/)
})

test('a literal that was opened stays open when a line is pasted', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, `func.func @main() -> tensor<200xf32> {
  %long = stablehlo.constant dense<[${Array.from({ length: 200 }, (_, i) => `${i}.5`).join(', ')}]> : tensor<200xf32>
  return %long : tensor<200xf32>
}`)
  const fold = page.locator('.cm-foldPlaceholder')
  await fold.click()
  await fold.waitFor({ state: 'detached' })
  await page.locator('.cm-line', { hasText: 'return' }).click()
  await pasteText(page, '// pasted ')
  await page.locator('.cm-line', { hasText: '// pasted' }).waitFor()
  assert.equal(await fold.count(), 0)
})

test('a region is folded and unfolded with keys', async () => {
  const { page } = await openPage(site())
  await openExample(page, "Newton's method")
  const body = page.locator('.cm-line', { hasText: '%quotient = ' })
  await page.locator('.cm-line', { hasText: '} do {' }).click()
  await page.keyboard.press('End')
  await page.keyboard.press('Control+Shift+BracketLeft')
  await body.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+Shift+BracketRight')
  await body.waitFor()
})

test('Shift-Alt-F sets the text in order and changes nothing of what it means', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, `func.func   @main( %x :tensor<2xf32>)->tensor<2xf32>{
      // Twice,  as it is.


   %a=stablehlo.constant dense<[1.0,   2.0]> : tensor<2xf32>
 %b = "stablehlo.add"(%a,%x){note="a  =b"}:(tensor<2xf32>,tensor<2xf32>)->tensor<2xf32>
        return %b : tensor<2xf32>
}`)
  const hash = async () => /Fingerprint of the results: (\w+)/.exec(await page.getByRole('status').getByText(/Inputs were made.*Fingerprint of the results/).textContent())[1]
  const before = await hash()
  await page.keyboard.press('Shift+Alt+F')
  await page.locator('.cm-line', { hasText: /^func\.func @main\(%x: tensor<2xf32>\) -> tensor<2xf32> \{$/ }).waitFor()
  assert.deepEqual(await page.locator('.cm-line').allTextContents(), [
    'func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {',
    '  // Twice,  as it is.',
    '',
    '  %a = stablehlo.constant dense<[1.0,   2.0]> : tensor<2xf32>',
    '  %b = "stablehlo.add"(%a, %x) {note = "a  =b"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>',
    '  return %b : tensor<2xf32>',
    '}',
    '',
  ])
  assert.equal(await hash(), before)
  await page.keyboard.press('Control+z')
  await page.locator('.cm-line', { hasText: /^func\.func   @main/ }).waitFor()
})

test('operations, values and comments are told apart', async () => {
  const { page } = await openPage(site())
  const styleOf = (line, text) => page.locator('.cm-line', { hasText: line }).getByText(text, { exact: true }).first().evaluate((dom) => {
    const { color, fontWeight, fontStyle } = getComputedStyle(dom)
    return { color, fontWeight, fontStyle }
  })
  assert.equal((await styleOf('%bits = ', 'stablehlo.and')).fontWeight, '600')
  assert.equal((await styleOf('%bits = ', '%bits')).color, 'rgb(31, 107, 74)')
  assert.equal((await styleOf('// A horse', /A horse/)).fontStyle, 'italic')
})

test('a changed shape is followed through the program', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, `func.func @main(%x: tensor<4x8xf32>) -> tensor<8x4xf32> {
%a = stablehlo.add %x, %x : tensor<4x5xf32>
%b = stablehlo.tanh %a : tensor<4x5xf32>
%c = stablehlo.transpose %b, dims = [1, 0] : (tensor<4x5xf32>) -> tensor<5x4xf32>
return %c : tensor<5x4xf32>
}`)
  await stage(page).getByRole('button', { name: /Follow through the program/ }).click()
  await page.locator('.cm-line', { hasText: '(tensor<4x8xf32>) -> tensor<8x4xf32>' }).last().waitFor()
  await page.getByRole('status').getByText(/Ran in/).waitFor()
  await column(page).getByText('8x4 f32').waitFor()
})

test('what is no StableHLO gets a sentence of its own', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, 'HloModule jit_f, entry_computation_layout={(f32[2]{0})->f32[2]{0}}\nENTRY main { ROOT p = f32[2]{0} parameter(0) }')
  await stage(page).getByText(/This is HLO text, after XLA/).waitFor()
  await replaceProgram(page, 'import jax\ndef f(x):\n  return x')
  await stage(page).getByText(/This is Python/).waitFor()
  await page.getByRole('status').getByText('This is not a StableHLO program.').waitFor()
  assert.equal(await stage(page).getByRole('listitem').filter({ hasText: 'This is' }).count(), 0, 'it is in no list of errors')
  assert.equal(await stage(page).getByRole('img').count(), 0, 'values of another program are not to be seen')
  await replaceProgram(page, 'func.func @main() -> tensor<f32> {\n%a = stablehlo.constant dense<2.5> : tensor<f32>\nreturn %a : tensor<f32>\n}')
  await stage(page).getByText('2.5', { exact: true }).waitFor()
  assert.equal(await stage(page).getByText(/This is/).count(), 0)
})
