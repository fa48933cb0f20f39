// A run that redraws the page keeps the focus, a selection and a slider.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { column, nextFrames, openExample, openPage, program, replaceProgram, settled, stage, useSite } from './story.mjs'

const site = useSite()

const slider = (page) => stage(page).getByRole('slider', { name: 'execution', exact: true })
const line = (page, text) => page.locator('.cm-line', { hasText: text })
const status = (page) => page.locator('.status')

/// 24 slow iterations, so that the slider moves on before a run has reached its position.
const loop = `func.func @main() -> tensor<600x600xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<24> : tensor<i32>
  %start = stablehlo.iota dim = 0 : tensor<600x600xf32>
  %r:2 = stablehlo.while(%i = %zero, %x = %start) : tensor<i32>, tensor<600x600xf32>
  cond {
    %goes = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %goes : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %y = stablehlo.tanh %x : tensor<600x600xf32>
    stablehlo.return %next, %y : tensor<i32>, tensor<600x600xf32>
  }
  return %r#1 : tensor<600x600xf32>
}`

/// Returns the kind and name of the focused element.
const focused = (page) =>
  page.evaluate(() => {
    let element = document.activeElement
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    // Its text changes with each run.
    if (element.role === 'status') return 'the status'
    const label = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent
    return `${element.localName}.${element.className} ${label.trim().replace(/\s+/g, ' ').slice(0, 60)}`
  })

async function openLoop(page) {
  await replaceProgram(page, loop)
  await line(page, '%next = ').click()
  await page.mouse.move(2, 2)
  await slider(page).and(page.locator('[max="24"]')).waitFor()
}

const executionIs = (page, number) => stage(page).getByText(`All lines show their values after execution ${number} of line`).waitFor()

test('the slider of executions is moved by keys from end to end', async () => {
  const { page, problems } = await openPage(site())
  await openLoop(page)
  await slider(page).focus()
  for (let execution = 23; execution >= 1; --execution) {
    await page.keyboard.press('ArrowLeft')
    assert.equal(await slider(page).inputValue(), String(execution))
    // Faster than the run, and at its speed.
    if (execution % 6 === 0) await executionIs(page, execution)
  }
  await executionIs(page, 1)
  await stage(page).getByRole('region', { name: '%next', exact: true }).getByText('1', { exact: true }).first().waitFor()
  await page.keyboard.press('End')
  await executionIs(page, 24)
  assert.match(await focused(page), /input.*execution/)
  assert.deepEqual(problems, [])
})

for (const hasTouch of [false, true]) {
  test(`the slider of executions is pulled ${hasTouch ? 'by a finger' : 'by the mouse'} from end to end`, async () => {
    const { page, problems } = await openPage(site(), hasTouch ? { hasTouch, isMobile: true, viewport: { width: 390, height: 844 } } : {})
    await openLoop(page)
    await slider(page).scrollIntoViewIfNeeded()
    const { x, y, width, height } = await slider(page).boundingBox()
    const at = (part) => ({ x: x + 8 + (width - 16) * part, y: y + height / 2 })
    const session = await page.context().newCDPSession(page)
    const touch = (type, point) => session.send('Input.dispatchTouchEvent', { type, touchPoints: point === undefined ? [] : [point] })
    const to = async (part) => (hasTouch ? touch('touchMove', at(part)) : page.mouse.move(at(part).x, at(part).y))
    if (hasTouch) await touch('touchStart', at(1))
    else {
      await to(1)
      await page.mouse.down()
    }
    let before = 24
    for (let i = 23; i >= 0; --i) {
      await to(i / 23)
      await nextFrames(page)
      const now = Number(await slider(page).inputValue())
      assert.ok(now <= before, `${now} after ${before}`)
      before = now
    }
    assert.equal(before, 1)
    await executionIs(page, 1)
    await to(1)
    await executionIs(page, 24)
    if (hasTouch) await touch('touchEnd')
    else await page.mouse.up()
    assert.deepEqual(problems, [])
  })
}

const several = `func.func @main(%x: tensor<?x8xf32>, %y: tensor<2x8x8x3xf32>) -> (tensor<?x8xf32>, tensor<2x8x8x3xf32>) {
  %a = stablehlo.tanh %x : tensor<?x8xf32>
  %b = stablehlo.negate %y : tensor<2x8x8x3xf32>
  return %a, %b : tensor<?x8xf32>, tensor<2x8x8x3xf32>
}`
const gathering = `func.func @main() -> tensor<6xf32> {
  %id = stablehlo.replica_id : tensor<ui32>
  %f = stablehlo.convert %id : (tensor<ui32>) -> tensor<f32>
  %x = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %all = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> : (tensor<2xf32>) -> tensor<6xf32>
  return %all : tensor<6xf32>
}`
const broken = `func.func @main(%x: tensor<4x8xf32>) -> tensor<8x4xf32> {
  %a = stablehlo.add %x, %x : tensor<4x5xf32>
  %b = stablehlo.tanh %a : tensor<4x5xf32>
  %c = stablehlo.transpose %b, dims = [1, 0] : (tensor<4x5xf32>) -> tensor<5x4xf32>
  return %c : tensor<5x4xf32>
}`

/// States of the page whose controls are visited.
const states = {
  'as it opens': async () => {},
  'a line': async (page) => {
    await line(page, '%bits = ').click()
    await stage(page).getByRole('region', { name: '%bits', exact: true }).waitFor()
  },
  'an execution': async (page) => {
    await openExample(page, "Newton's method")
    await column(page).getByText('×6').first().waitFor()
    await line(page, '%next = ').click()
    await slider(page).waitFor()
  },
  'a table and an image': async (page) => {
    await replaceProgram(page, several)
    await stage(page).getByRole('button', { name: 'Image' }).click()
    await stage(page).getByRole('button', { name: 'Table' }).first().click()
    await stage(page).getByRole('slider', { name: 'image' }).waitFor()
    await stage(page).getByRole('grid').waitFor()
  },
  inputs: async (page) => {
    await replaceProgram(page, several)
    await stage(page).getByRole('tab', { name: 'Inputs 2' }).click()
    await stage(page).getByRole('spinbutton', { name: 'Size 0 of %x' }).waitFor()
  },
  processes: async (page) => {
    await replaceProgram(page, gathering)
    const grid = page.getByRole('textbox', { name: /processes/i })
    await grid.fill('3 x 1')
    await grid.press('Enter')
    await stage(page).getByRole('tab', { name: 'Processes 3' }).click()
    await stage(page).getByRole('grid').first().waitFor()
  },
  docs: async (page) => {
    await line(page, '%bits = ').click()
    await stage(page).getByRole('tab', { name: 'Docs' }).click()
    await stage(page).getByRole('tabpanel', { name: 'Docs' }).getByRole('link').first().waitFor()
  },
  errors: async (page) => {
    await replaceProgram(page, broken)
    await stage(page).getByRole('button', { name: /Follow through/ }).waitFor()
  },
  engine: async (page) => {
    await page.getByRole('button', { name: /SIMD/ }).click()
    await page.getByRole('dialog', { name: 'Engine' }).waitFor()
  },
}

/// All visible focusable elements except the text.
const controls = (page) => page.locator('button, a[href], input, select, summary, [tabindex="0"]').filter({ visible: true }).and(page.locator(':not(.cm-content):not([type=file])'))

test('no control loses the focus, or what is selected in it, when a run draws the page anew', { timeout: 240_000 }, async (context) => {
  for (const [state, come] of Object.entries(states)) {
    await context.test(state, async () => {
      const { page, problems } = await openPage(site())
      await status(page).getByText(/^Ran/).waitFor()
      await come(page)
      const count = await controls(page).count()
      assert.ok(count > 5)
      for (let i = 0; i < count; ++i) {
        const control = controls(page).nth(i)
        await control.focus()
        const before = await focused(page)
        const isText = await control.evaluate((dom) => dom.localName === 'input' && dom.type === 'text' && dom.value !== '' && (dom.setSelectionRange(1, 2), true))
        await page.keyboard.press('Control+Enter')
        await settled(page)
        assert.equal(await focused(page), before)
        if (isText) assert.deepEqual(await control.evaluate(({ selectionStart, selectionEnd }) => [selectionStart, selectionEnd]), [1, 2], before)
      }
      assert.deepEqual(problems, [])
      await page.context().close()
    })
  }
})

test('what a button does takes no focus away', async () => {
  const { page, problems } = await openPage(site())
  await status(page).getByText(/^Ran/).waitFor()
  const isSomewhere = async () => assert.notEqual(await page.evaluate(() => document.activeElement), null) ?? assert.ok(await page.evaluate(() => document.activeElement !== document.body))
  await stage(page).getByRole('button', { name: 'Do it' }).press('Enter')
  await line(page, '620').waitFor()
  await isSomewhere()
  await stage(page).getByRole('button', { name: 'Start over' }).press('Enter')
  await line(page, '512').first().waitFor()
  await isSomewhere()
  await replaceProgram(page, broken)
  const fix = program(page).getByRole('button', { name: /Follow through/ })
  await fix.focus()
  await page.keyboard.press('Enter')
  await status(page).getByText(/^Ran/).waitFor()
  await isSomewhere()
  await openExample(page, 'A quilt')
  await line(page, '%quilt = ').waitFor()
  await isSomewhere()
  // Plain text takes no focus.
  await line(page, '%quilt = ').getByText('%quilt', { exact: true }).hover()
  await page.locator('.cm-hover').click()
  await isSomewhere()
  await status(page).first().click()
  await isSomewhere()
  await page.keyboard.press('Control+Enter')
  await status(page).getByText(/^Ran/).waitFor()
  assert.deepEqual(problems, [])
})
