// Actions of the robot, each as a person does it. `weight` is the relative frequency.
import { readFileSync } from 'node:fs'
import { endless } from './programs.mjs'
import { exampleMenu, program, stage } from './story.mjs'

const groups = JSON.parse(readFileSync(new URL('../../examples/examples.json', import.meta.url), 'utf8'))
const titles = groups.flatMap(({ examples }) => examples.map(({ title }) => title))

const small = (number, operation) => `func.func @main() -> tensor<2xf32> {
  %start = stablehlo.constant dense<[${number}, 2.0]> : tensor<2xf32>
  %double = stablehlo.${operation} %start, %start : tensor<2xf32>
  %square = stablehlo.multiply %double, %double : tensor<2xf32>
  return %square : tensor<2xf32>
}`
const broadcast = `func.func @main(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %none = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
  %ratio = stablehlo.divide %x, %none : tensor<4x6xf32>
  %lost = stablehlo.subtract %ratio, %ratio : tensor<4x6xf32>
  return %lost : tensor<4x6xf32>
}`
const loop = `func.func @main() -> (tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<9> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %sum = %zero) : tensor<i32>, tensor<i32>
  cond {
    %goes = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %goes : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %more = stablehlo.add %sum, %next : tensor<i32>
    stablehlo.return %next, %more : tensor<i32>, tensor<i32>
  }
  return %r#0, %r#1 : tensor<i32>, tensor<i32>
}`
const grid = `func.func @main() -> tensor<2xf32> {
  %id = stablehlo.partition_id : tensor<ui32>
  %f = stablehlo.convert %id : (tensor<ui32>) -> tensor<f32>
  %x = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %r = stablehlo.add %x, %x : tensor<2xf32>
  return %r : tensor<2xf32>
}`
const fails = 'func.func @main() {\n  %a = stablehlo.constant dense<2.5> : tensor<f32>\n  %b = stablehlo.multiply %a, %a : tensor<f32>\n  check.expect_eq %a, %b : tensor<f32>, tensor<f32>\n  return\n}'
const foreign = 'HloModule jit_f\nENTRY main { ROOT p = f32[2]{0} parameter(0) }'
const programs = [small('1.5', 'add'), small('-3.0', 'multiply'), small('1.5', 'nothing'), broadcast, loop, grid, fails, foreign, endless, '']
const snippets = ['1', '7', '0', '.5', ' ', 'x', '%', 'add', 'tensor<2xf32>', '// ', '\n', '%double']
const sizes = [[1366, 820], [768, 1024], [390, 844], [1920, 1080]]
const grids = ['1 x 1', '1 x 2', '2 x 2', '4x1', '3', 'many', '0 x 2', '']

const lines = (page) => page.locator('.cm-line')
const isThere = async (locator) => (await locator.count()) > 0 && (await locator.first().isVisible())

/** Clicks on the text of a visible line. */
async function clickLine({ page, random }) {
  const boxes = await lines(page).evaluateAll((all) => {
    const { top, bottom, left } = all[0].closest('.cm-scroller').getBoundingClientRect()
    return all.flatMap((line) => {
      const { y, height } = line.getBoundingClientRect()
      return y >= top && y + height <= bottom ? [{ x: left + 90, y: y + height / 2 }] : []
    })
  })
  if (boxes.length === 0) return page.keyboard.press('Control+Home')
  const { x, y } = random.of(boxes)
  await page.mouse.click(x, y)
}

async function clickProgram(page) {
  await program(page).evaluate((editor) => editor.focus())
}

export async function paste(page, text) {
  await program(page).evaluate((editor, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true }))
  }, text)
}

/** Presses one of these buttons that exists. */
export async function pressOne({ page, random }, controls) {
  const there = await controls.filter({ visible: true }).all()
  if (there.length === 0) return 'none'
  const one = random.of(there)
  const wait = { timeout: 2000 }
  try {
    const name = (await one.getAttribute('aria-label', wait)) ?? (await one.textContent(wait))
    await one.click(wait)
    return name.trim().replace(/\s+/g, ' ').slice(0, 60)
  } catch (error) {
    // The element may be replaced at this moment.
    if (!/Timeout|detached/.test(error.message)) throw error
    return 'gone'
  }
}

async function pull(page, { x, y }, by, steps = 6) {
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + by, y, { steps })
  await page.mouse.up()
}

const middle = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 })

export const action = (name, weight, act) => ({ name, weight, act })

export const actions = [
  action('type', 14, async (robot) => {
    const { page, random } = robot
    await clickLine(robot)
    if (random.below(2)) await page.keyboard.press(random.of(['End', 'Home', 'ArrowRight', 'Control+ArrowRight']))
    const text = random.of(snippets)
    await page.keyboard.type(text)
    return JSON.stringify(text)
  }),
  action('delete', 6, async (robot) => {
    const { page, random } = robot
    await clickLine(robot)
    await page.keyboard.press(random.of(['Home', 'End']))
    const key = random.of(['Backspace', 'Delete', 'Shift+Control+K', 'Control+Delete'])
    await page.keyboard.press(key)
    return key
  }),
  action('paste a program', 8, async ({ page, random }) => {
    const at = random.below(programs.length)
    await clickProgram(page)
    await page.keyboard.press('Control+A')
    await paste(page, programs[at])
    return String(at)
  }),
  action('paste a line', 3, async (robot) => {
    await clickLine(robot)
    await robot.page.keyboard.press('End')
    await paste(robot.page, '\n  %extra = stablehlo.constant dense<[4.0, 5.0]> : tensor<2xf32>')
  }),
  action('undo', 10, async ({ page, random }) => {
    await clickProgram(page)
    const times = 1 + random.below(4)
    for (let i = 0; i < times; ++i) await page.keyboard.press('Control+z')
    return String(times)
  }),
  action('redo', 4, async ({ page, random }) => {
    await clickProgram(page)
    for (let i = random.below(3); i >= 0; --i) await page.keyboard.press('Control+y')
  }),
  action('go to a line', 10, async (robot) => {
    await clickLine(robot)
  }),
  action('run or stop', 4, (robot) => pressOne(robot, robot.page.getByRole('button', { name: /^(Run|Stop)$/ }))),
  action('drag a number', 8, async ({ page, random }) => {
    const numbers = await page.locator('.cm-draggableNumber').filter({ visible: true }).all()
    if (numbers.length === 0) return 'none'
    const number = random.of(numbers)
    const box = await number.boundingBox().catch(() => null)
    if (box === null) return 'none'
    const inSight = await page.evaluate(({ x, y }) => document.querySelector('paddock-playground').shadowRoot.elementFromPoint(x, y)?.closest('.cm-draggableNumber') != null, middle(box))
    if (!inSight) return 'none in sight'
    const by = random.of([-60, -24, 8, 40, 100])
    await pull(page, middle(box), by)
    return String(by)
  }),
  action('pick an example', 4, async ({ page, random }) => {
    const title = random.of(titles)
    await page.getByRole('button', { name: /^Example: / }).click()
    await exampleMenu(page).getByRole('button', { name: title }).click()
    return title
  }),
  action('resize', 2, async ({ page, random }) => {
    const [width, height] = random.of(sizes)
    await page.setViewportSize({ width, height })
    return `${width}x${height}`
  }),
  action('grid', 4, async ({ page, random }) => {
    const field = page.getByRole('textbox', { name: /processes/i })
    const text = random.of(grids)
    await field.fill(text)
    await field.press('Enter')
    return text
  }),
  action('kill the Worker', 1, async (robot) => {
    const [worker] = robot.page.workers()
    robot.isKilled = true
    await worker?.evaluate(() => void setTimeout(() => { throw new Error('broken on purpose') })).catch(() => {})
  }),
  action('tab', 5, (robot) => pressOne(robot, stage(robot.page).getByRole('tab'))),
  action('view', 4, (robot) => pressOne(robot, stage(robot.page).locator('.mode, .clip, .elements > summary, .pick'))),
  action('act', 4, (robot) => pressOne(robot, robot.page.locator('.fix, .place, .try-action, .lost-action'))),
  action('execution', 4, async ({ page, random }) => {
    const slider = stage(page).getByRole('slider', { name: 'execution', exact: true })
    if (!(await isThere(slider))) return 'none'
    await slider.focus()
    const key = random.of(['Home', 'ArrowLeft', 'ArrowLeft', 'ArrowRight', 'End'])
    await page.keyboard.press(key)
    return key
  }),
  action('hover', 3, async ({ page, random }) => {
    await page.mouse.move(100 + random.below(400), 60 + random.below(400))
  }),
]
