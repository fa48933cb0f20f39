// Help to write and to read a program, one feature after the other on one page.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPage, program, replaceProgram, settled, stage, useSite } from './story.mjs'

const site = useSite()

const small = `func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = stablehlo.tanh %x : tensor<2xf32>
  return %y : tensor<2xf32>
}`
/// One type has changed, and the checker can infer it.
const broken = small.replace('tanh %x : tensor<2xf32>', 'add %x, %x : tensor<3xf32>')

test('what helps to write and to read', async (context) => {
  const { page, problems } = await openPage(site())
  const line = (text) => page.locator('.cm-line', { hasText: text })
  const ran = page.getByRole('status').getByText(/Ran in/)
  const write = async (text) => {
    await replaceProgram(page, text)
    if (text === small) await stage(page).getByRole('img', { name: /^2 elements/ }).first().waitFor()
  }
  await ran.waitFor()

  await context.test('lines are numbered', async () => {
    await write(small)
    const numbers = page.locator('.cm-lineNumbers .cm-gutterElement').filter({ visible: true })
    await numbers.getByText('4', { exact: true }).waitFor()
    const [number, text] = await Promise.all([numbers.getByText('3', { exact: true }).boundingBox(), line('return').boundingBox()])
    assert.ok(Math.abs(number.y - text.y) < 3, `${number.y} and ${text.y}`)
  })

  await context.test('the line with the cursor stands out', async () => {
    await write(small)
    await line('%y = ').click()
    const shade = (text) => line(text).evaluate((dom) => getComputedStyle(dom).backgroundColor)
    await page.locator('.cm-activeLine', { hasText: '%y = ' }).waitFor()
    assert.notEqual(await shade('%y = '), await shade('return'))
  })

  await context.test('the other half of a bracket stands out', async () => {
    await write(small)
    await line('func.func').click()
    await page.keyboard.press('End')
    await page.locator('.cm-matchingBracket', { hasText: '}' }).waitFor()
  })

  await context.test('what is selected is marked where else it stands', async () => {
    await write(small)
    await line('%y = ').getByText('%x', { exact: true }).dblclick()
    await line('func.func').locator('.cm-selectionMatch', { hasText: 'x' }).first().waitFor()
  })

  await context.test('a bracket that is opened is closed', async () => {
    await write('// ')
    await page.keyboard.press('Enter')
    await page.keyboard.type('f(')
    await line(/^f\(\)$/).waitFor()
  })

  await context.test('a new line of a region stands further in', async () => {
    await write('module {')
    await page.keyboard.press('Enter')
    await page.keyboard.type('%a')
    await line(/^ {2}%a$/).waitFor()
  })

  await context.test('Tab moves a line in', async () => {
    await write('%a')
    await page.keyboard.press('Tab')
    await line(/^ {2}%a$/).waitFor()
  })

  await context.test('a screen reader hears how to leave the text', async () => {
    assert.match(await program(page).getAttribute('aria-description'), /Escape, then Tab/)
  })

  await context.test('Control-F finds words', async () => {
    await write(small)
    await page.keyboard.press('Control+F')
    const words = page.getByRole('textbox', { name: 'Find', exact: true })
    await words.waitFor()
    await page.keyboard.type('return')
    await page.keyboard.press('Enter')
    await line('return').locator('.cm-searchMatch-selected').waitFor()
    await page.keyboard.press('Escape')
    await words.waitFor({ state: 'detached' })
  })

  await context.test('a sign beside a region folds it', async () => {
    const sign = (text) => page.locator('.cm-foldGutter').getByText(text).filter({ visible: true }).first()
    await write(small)
    await sign('⌄').click()
    await line('%y = ').waitFor({ state: 'detached' })
    await sign('›').click()
    await line('%y = ').waitFor()
  })

  await context.test('a sign beside a line says that something is wrong with it', async () => {
    await write(broken)
    await page.locator('.cm-lint-marker-error').first().waitFor()
    const [sign, wrong] = await Promise.all([page.locator('.cm-lint-marker-error').first().boundingBox(), page.locator('.cm-line').filter({ has: page.locator('.cm-lintRange-error') }).first().boundingBox()])
    assert.ok(Math.abs(sign.y - wrong.y) < wrong.height, `${sign.y} and ${wrong.y}`)
  })

  await context.test('the other place that an error is about is marked, too', async () => {
    await write(broken)
    await page.locator('.cm-relatedPlace').first().waitFor()
  })

  await context.test('while the text is broken the last good picture stays, paler', async () => {
    await write(small)
    const picture = stage(page).getByRole('img', { name: /^2 elements/ }).first()
    const strength = () => picture.evaluate((canvas) => getComputedStyle(canvas).opacity)
    assert.equal(await strength(), '1')
    await write(broken)
    await page.getByRole('status').getByText(/error/).waitFor()
    assert.equal(await strength(), '0.5')
  })

  await context.test('what mends an error is a button below it', async () => {
    await write(broken)
    const told = program(page).getByRole('group', { name: /^Line \d+$/ })
    await told.first().getByRole('button', { name: /tensor<2xf32>/ }).first().click()
    await line('%y = stablehlo.add %x, %x : tensor<2xf32>').waitFor()
    await ran.waitFor()
  })

  assert.deepEqual(problems, [])
})

test('a line that the search finds is the line whose values are shown', async () => {
  const { page, problems } = await openPage(site())
  await settled(page)
  await program(page).press('Control+F')
  await page.getByRole('textbox', { name: 'Find', exact: true }).waitFor()
  await page.keyboard.type('%distance = ')
  await page.keyboard.press('Enter')
  await stage(page).getByRole('region', { name: '%distance', exact: true }).waitFor()
  assert.deepEqual(problems, [])
})
