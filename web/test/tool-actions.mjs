// Actions of the robot that uses the page's tools. `weight` is the relative frequency.
import { action, actions, paste, pressOne } from './robot-actions.mjs'
import { program, stage } from './story.mjs'

const programs = [
  `func.func @main() -> tensor<f32> {
  %x = stablehlo.constant dense<[0.5, 2.0, 0.0, -0.3]> : tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %log = stablehlo.log %x : tensor<4xf32>
  %part = stablehlo.multiply %x, %log : tensor<4xf32>
  %all = stablehlo.reduce(%part init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %all : tensor<f32>
}`,
  `func.func @main(%x: tensor<6x8xf32>, %w: tensor<8x5xf32>) -> (tensor<6x5xbf16>, tensor<6xi1>) {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<6x8xf32>, tensor<8x5xf32>) -> tensor<6x5xf32>
  %h = stablehlo.convert %y : (tensor<6x5xf32>) -> tensor<6x5xbf16>
  %column = stablehlo.slice %y [0:6, 0:1] : (tensor<6x5xf32>) -> tensor<6x1xf32>
  %flat = stablehlo.reshape %column : (tensor<6x1xf32>) -> tensor<6xf32>
  %isFinite = stablehlo.is_finite %flat : (tensor<6xf32>) -> tensor<6xi1>
  return %h, %isFinite : tensor<6x5xbf16>, tensor<6xi1>
}`,
  `func.func @main(%x: tensor<3x7xcomplex<f32>>, %at: tensor<2xi32>) -> tensor<2x7xcomplex<f32>> {
  %g = "stablehlo.gather"(%x, %at) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 7>}> : (tensor<3x7xcomplex<f32>>, tensor<2xi32>) -> tensor<2x7xcomplex<f32>>
  return %g : tensor<2x7xcomplex<f32>>
}`,
  `func.func @main() -> tensor<9xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<9> : tensor<i32>
  %empty = stablehlo.constant dense<0> : tensor<9xi32>
  %r:2 = stablehlo.while(%i = %zero, %all = %empty) : tensor<i32>, tensor<9xi32>
  cond {
    %goes = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %goes : tensor<i1>
  } do {
    %square = stablehlo.multiply %i, %i : tensor<i32>
    %part = stablehlo.reshape %square : (tensor<i32>) -> tensor<1xi32>
    %more = stablehlo.dynamic_update_slice %all, %part, %i : (tensor<9xi32>, tensor<1xi32>, tensor<i32>) -> tensor<9xi32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %more : tensor<i32>, tensor<9xi32>
  }
  return %r#1 : tensor<9xi32>
}`,
  `func.func @main() -> tensor<4xf32> {
  %id = stablehlo.partition_id : tensor<ui32>
  %f = stablehlo.convert %id : (tensor<ui32>) -> tensor<f32>
  %x = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %sum = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %both = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %both : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %sum : tensor<4xf32>
}`,
]

/** Commands that leave the page. */
const isLeaving = (name, hint) => hint === 'link' || /^Install/.test(name)
const wait = { timeout: 2000 }
const rail = (page) => page.getByRole('region', { name: 'Steps of the run' })
const dialog = (page) => page.getByRole('dialog', { name: 'Commands' })

/** The text of the editor, which draws only some of its lines. */
export const textOf = (page) => page.evaluate(() => {
  const content = document.querySelector('paddock-playground').shadowRoot.querySelector('.cm-content')
  const { view } = content.cmTile ?? content.cmView
  return view.state.doc.toString()
})

async function openPalette(page) {
  await page.keyboard.press('Escape')
  await page.keyboard.press('F1')
  await dialog(page).waitFor()
}

/** Runs a command of the palette that answers there, and returns its answer. */
export async function runCommand(page, name) {
  await openPalette(page)
  await dialog(page).getByRole('combobox').fill(name)
  await page.keyboard.press('Enter')
  const said = dialog(page).getByRole('status')
  await said.getByText(/./).waitFor()
  const answer = await said.textContent()
  await page.keyboard.press('Escape')
  return answer
}

async function anyCommand({ page, random }) {
  await openPalette(page)
  const options = await dialog(page).getByRole('option').evaluateAll((all) => all.map((one) => [one.firstChild.textContent, one.lastChild.textContent]))
  const usable = options.flatMap(([name, hint], at) => (isLeaving(name, hint) ? [] : [{ name, hint, at }]))
  // Examples and cells are many: each kind of commands has the same chance.
  const kind = random.of([...new Set(usable.map(({ hint }) => hint))])
  const { name, hint, at } = random.of(usable.filter(({ hint }) => hint === kind))
  await dialog(page).getByRole('option').nth(at).click(wait)
  if (['copy', 'in all values'].includes(hint)) await page.keyboard.press('Escape')
  return `${name} (${hint})`
}

async function clickCell({ page, random }, isClicked) {
  const pictures = await stage(page).locator('canvas.picture').filter({ visible: true }).all()
  if (pictures.length === 0) return 'none'
  const box = await random.of(pictures).boundingBox().catch(() => null)
  if (box === null) return 'none'
  const [x, y] = [box.x + random.next() * box.width, box.y + random.next() * box.height]
  await page.mouse.move(x, y)
  if (isClicked) await page.mouse.click(x, y)
}

async function chooseOption({ page, random }) {
  const fields = await stage(page).or(rail(page)).locator('select').filter({ visible: true }).all()
  if (fields.length === 0) return 'none'
  const field = random.of(fields)
  const values = await field.locator('option:not([disabled])').evaluateAll((all) => all.map((one) => one.value)).catch(() => [])
  if (values.length === 0) return 'none'
  const value = random.of(values)
  await field.selectOption(value, wait).catch(() => {})
  return value
}

/** Opens the page's own link, as another visitor would. */
async function followLink({ page, random }) {
  await openPalette(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Share', exact: true }).click(wait)
  const field = page.getByRole('dialog', { name: 'Share' }).getByRole('textbox', { name: 'The link' })
  if (!(await field.waitFor(wait).then(() => true, () => false))) return 'none'
  await field.page().waitForFunction(() => document.querySelector('paddock-playground').shadowRoot.querySelector('input.link').value !== '')
  const link = await field.inputValue()
  await page.keyboard.press('Escape')
  if (random.below(2)) await page.goto('about:blank')
  await page.goto(link)
  await program(page).waitFor()
  return `${link.length} characters`
}

const question = /^(Where from\?|What depends on it\?)$/
const usual = new Set(['type', 'undo', 'redo', 'go to a line', 'run or stop', 'drag a number', 'resize', 'tab', 'view', 'act', 'execution', 'hover'])

export const toolActions = [
  ...actions.filter(({ name }) => usual.has(name)),
  action('paste a program', 10, async ({ page, random }) => {
    const at = random.below(programs.length)
    await program(page).evaluate((editor) => editor.focus())
    await page.keyboard.press('Control+A')
    await paste(page, programs[at])
    return String(at)
  }),
  action('any command', 40, anyCommand),
  action('click a cell', 14, (robot) => clickCell(robot, true)),
  action('hover over a cell', 6, (robot) => clickCell(robot, false)),
  action('ask of a cell', 10, async (robot) => {
    await clickCell(robot, true)
    return pressOne(robot, stage(robot.page).getByRole('button', { name: question }))
  }),
  action('ask', 4, (robot) => pressOne(robot, stage(robot.page).getByRole('button', { name: question }))),
  action('in the list', 8, (robot) => pressOne(robot, stage(robot.page).getByRole('region', { name: question }).getByRole('button'))),
  action('a step', 8, async (robot) => {
    if (!(await rail(robot.page).isVisible())) await pressOne(robot, robot.page.getByRole('button', { name: 'Steps', exact: true }))
    return pressOne(robot, rail(robot.page).getByRole('button', { name: /^(Back|Step|Over|Out|Start|End)$/ }))
  }),
  action('steps', 6, async (robot) => {
    if (!(await rail(robot.page).isVisible())) return pressOne(robot, robot.page.getByRole('button', { name: 'Steps', exact: true }))
    return pressOne(robot, rail(robot.page).getByRole('button'))
  }),
  action('breakpoint', 3, (robot) => pressOne(robot, robot.page.locator('.cm-lineNumbers .cm-gutterElement'))),
  action('in a tab', 14, (robot) => pressOne(robot, stage(robot.page).getByRole('tabpanel').locator('button, summary'))),
  action('choose', 8, chooseOption),
  action('key', 8, async ({ page, random }) => {
    const key = random.of(['Escape', 'Tab', 'Shift+Tab', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Enter', 'Home', 'End', 'PageDown', 'F8', 'F12'])
    await page.keyboard.press(key)
    return key
  }),
  action('link', 4, followLink),
  action('back to it', 4, (robot) => pressOne(robot, robot.page.getByRole('button', { name: 'Back to it' }))),
]
