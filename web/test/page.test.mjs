// The built page, served under a sub-path and touched only as a person does.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { mkdirSync, readFileSync } from 'node:fs'
import { load } from 'paddock-hlo'
import { openPage, startSite } from './site.mjs'

const examples = new URL('../../examples/digits/', import.meta.url)

const endless = `func.func @main() -> tensor<i32> {
%zero = stablehlo.constant dense<0> : tensor<i32>
%end = stablehlo.while(%i = %zero) : tensor<i32>
cond {
%yes = stablehlo.constant dense<true> : tensor<i1>
stablehlo.return %yes : tensor<i1>
} do {
stablehlo.return %i : tensor<i32>
}
return %end : tensor<i32>
}`

let site
before(async () => (site = await startSite('/some/sub/path/')))
after(() => site?.close())

const program = (page) => page.getByRole('textbox', { name: 'StableHLO program' })
const stage = (page) => page.getByRole('region', { name: 'Values' })

async function replaceProgram(page, text) {
  await program(page).click()
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await page.keyboard.insertText(text)
}

test('the opening program runs by itself and draws its horse', async () => {
  const { page, problems } = await openPage(site)
  const picture = stage(page).getByRole('img')
  await picture.waitFor()
  assert.match(await picture.getAttribute('aria-label'), /25 by 32 elements from 0 to 1/)
  const colours = await picture.evaluate((canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    const cell = canvas.width / 32
    const at = (row, column) => {
      const i = 4 * (Math.floor((row + 0.4) * cell) * canvas.width + Math.floor((column + 0.4) * cell))
      return [...data.slice(i, i + 3)]
    }
    return { sky: at(0, 0), back: at(12, 16) }
  })
  assert.deepEqual(colours.sky, [0xf3, 0xf1, 0xea])
  assert.deepEqual(colours.back, [0x06, 0x2a, 0x22])
  assert.deepEqual(problems, [])
})

test('an edit changes the values', async () => {
  const { page } = await openPage(site)
  await replaceProgram(page, 'func.func @main() -> tensor<f32> {\n%a = stablehlo.constant dense<2.5> : tensor<f32>\n%b = stablehlo.multiply %a, %a : tensor<f32>\nreturn %b : tensor<f32>\n}')
  await stage(page).getByText('6.25', { exact: true }).waitFor()
})

test('an error is told beside the text and marked in it', async () => {
  const { page } = await openPage(site)
  await stage(page).getByRole('img').waitFor()
  await replaceProgram(page, 'func.func @main() -> tensor<f32> {\n  %a = stablehlo.constant dense<2.5> : tensor<f32>\n  return %missing : tensor<f32>\n}')
  await stage(page).getByText(/%missing/).waitFor()
  await page.locator('.cm-lintRange-error').first().waitFor()
  await stage(page).getByRole('button', { name: 'Line 3' }).click()
  assert.ok(await stage(page).getByRole('img').isVisible(), 'the last good picture stays')
})

test('an endless loop is stopped, and the next program runs', async () => {
  const { page } = await openPage(site)
  await stage(page).getByRole('img').waitFor()
  await replaceProgram(page, endless)
  const stop = page.getByRole('button', { name: 'Stop' })
  await stop.waitFor()
  const start = Date.now()
  await stop.click()
  await page.getByRole('button', { name: 'Run' }).waitFor()
  assert.ok(Date.now() - start < 500)
  await page.getByRole('status').getByText(/Stopped at line/).waitFor()
  await page.getByRole('combobox', { name: 'Example' }).selectOption({ label: "Newton's method" })
  await stage(page).getByText('1.41421', { exact: true }).waitFor()
})

test('a large dot is stopped', async () => {
  const { page } = await openPage(site)
  await stage(page).getByRole('img').waitFor()
  await replaceProgram(page, `func.func @main(%a: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
%c = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
return %c : tensor<4096x4096xf32>
}`)
  await page.getByRole('button', { name: 'Stop' }).waitFor()
  await page.waitForTimeout(300)
  const start = Date.now()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('button', { name: 'Run' }).waitFor()
  assert.ok(Date.now() - start < 500)
})

test('the digits example reads its images and gives the bits that Node gives', async () => {
  const { page } = await openPage(site)
  await page.getByRole('combobox', { name: 'Example' }).selectOption({ label: 'Handwritten digits' })
  const status = page.getByRole('status').getByText(/Inputs: images.npy/)
  await status.waitFor()
  await stage(page).getByRole('img').nth(1).waitFor()
  const paddock = await load()
  const digits = await paddock.parse(readFileSync(new URL('digits.mlir', examples), 'utf8'))
  const npy = readFileSync(new URL('images.npy', examples))
  const { hash } = await digits.run({ inputs: [{ npy }], numerics: 'portable' })
  assert.match(await status.textContent(), new RegExp(hash))
  paddock.close()
})

test('a program with arguments and no data runs on made inputs and says so', async () => {
  const { page } = await openPage(site)
  await replaceProgram(page, 'func.func @main(%a: tensor<4x5xf32>) -> tensor<4x5xf32> {\nreturn %a : tensor<4x5xf32>\n}')
  await page.getByRole('status').getByText(/Inputs were made/).waitFor()
  assert.equal(await stage(page).getByRole('img').count(), 1)
})

test('a lost engine is one sentence, the text is safe, and Run starts it again', async () => {
  const { page } = await openPage(site)
  await stage(page).getByRole('img').waitFor()
  const text = await program(page).textContent()
  await page.workers()[0].evaluate(() => void setTimeout(() => { throw new Error('broken on purpose') }))
  await page.waitForTimeout(300)
  await page.getByRole('button', { name: 'Run' }).click()
  await page.getByRole('status').getByText(/The engine was lost: .*Your text is safe/).waitFor()
  assert.equal(await program(page).textContent(), text)
  await page.getByRole('button', { name: 'Run' }).click()
  await page.getByRole('status').getByText(/Ran in/).waitFor()
})

test('without Workers the program runs in the page, and stops there', async () => {
  const { page, problems } = await openPage(site, {}, (page) => page.addInitScript(() => { window.Worker = class { constructor() { throw new Error('no Worker here') } } }))
  await stage(page).getByRole('img').waitFor()
  await replaceProgram(page, endless)
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('status').getByText(/Stopped at line/).waitFor()
  assert.deepEqual(problems, [])
})

test('no text of a program becomes part of the page', async () => {
  const { page, problems } = await openPage(site)
  await stage(page).getByRole('img').waitFor()
  await replaceProgram(page, 'func.func @"<img src=x onerror=alert(1)>"() -> (tensor<f32> {jax.result_info = "<b>bold</b>"}) {\n%a = stablehlo.constant dense<1.0> : tensor<f32>\nreturn %a : tensor<f32>\n}')
  await stage(page).getByText('<b>bold</b>').waitFor()
  assert.deepEqual(problems, [])
})

const column = (page) => page.locator('.cm-valueColumn')

test('beside each line stands what it made', async () => {
  const { page } = await openPage(site)
  await replaceProgram(page, 'func.func @main() -> tensor<2x40xf32> {\n%a = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xf32>\n%b = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<2xf32>) -> tensor<2x40xf32>\n%z = stablehlo.subtract %b, %b : tensor<2x40xf32>\n%n = stablehlo.divide %z, %z : tensor<2x40xf32>\nreturn %b : tensor<2x40xf32>\n}')
  await column(page).getByText('[1.5, −2]').waitFor()
  await column(page).getByText('−2 … 1.5').waitFor()
  await column(page).getByText('NaN 80').waitFor()
  assert.equal(await column(page).getByText('2x40 f32').count(), 3)
})

test('values of a loop say how often they were computed', async () => {
  const { page } = await openPage(site)
  await page.getByRole('combobox', { name: 'Example' }).selectOption({ label: "Newton's method" })
  await column(page).getByText('×6').first().waitFor()
})

test('a run that fails keeps the values before the failure', async () => {
  const { page } = await openPage(site)
  await replaceProgram(page, 'func.func @main() {\n%a = stablehlo.constant dense<2.5> : tensor<f32>\n%b = stablehlo.multiply %a, %a : tensor<f32>\ncheck.expect_eq %a, %b : tensor<f32>, tensor<f32>\nreturn\n}')
  await stage(page).getByText('Line 4').waitFor()
  await column(page).getByText('6.25').waitFor()
})

test('the stage shows the operands and the result of the line with the cursor', async () => {
  const { page } = await openPage(site)
  await stage(page).getByRole('img').waitFor()
  await page.locator('.cm-line', { hasText: '%bits = ' }).click()
  await stage(page).getByRole('tabpanel', { name: 'Value' }).getByText('stablehlo.and', { exact: true }).waitFor()
  for (const name of ['%shifted', '%one', '%bits']) await stage(page).getByRole('region', { name, exact: true }).waitFor()
  assert.equal(await stage(page).getByRole('img').count(), 3)
  await page.locator('.cm-line', { hasText: 'return %result' }).click()
  await stage(page).getByRole('region', { name: 'Result', exact: true }).waitFor()
})

test('a number in a constant is dragged, and the values follow', async () => {
  const { page } = await openPage(site)
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

test('a value is explained under the pointer, found by F12 and renamed by F2', async () => {
  const { page } = await openPage(site)
  await stage(page).getByRole('img').waitFor()
  const use = page.locator('.cm-line', { hasText: '%bits = ' }).getByText('%one', { exact: true })
  await use.hover()
  await page.getByText('%one : tensor<25x32xui32>').waitFor()
  await use.click()
  await page.keyboard.press('F12')
  await page.locator('.cm-activeLine', { hasText: '%one = stablehlo.constant' }).waitFor()
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
  const { page } = await openPage(site)
  await replaceProgram(page, 'func.func @main(%x: tensor<4xf32>, %i: tensor<4xi32>, %y: tensor<4xf32>) -> tensor<4xf32> {\n  %sum = stablehlo.add %x, %y : tensor<4xf32>\n  return %sum : tensor<4xf32>\n}')
  await column(page).getByText('4 f32').first().waitFor()
  await page.locator('.cm-line', { hasText: '%sum = ' }).click()
  await page.keyboard.press('End')
  const offered = page.locator('.cm-tooltip-autocomplete li')
  await page.keyboard.press('Enter')
  await page.keyboard.type('%m = stablehlo.maxim')
  await offered.getByText('stablehlo.maximum').waitFor()
  await page.waitForTimeout(100)
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

test('a long literal is folded and says how much it holds', async () => {
  const { page } = await openPage(site)
  await page.getByRole('combobox', { name: 'Example' }).selectOption({ label: 'Handwritten digits' })
  await page.locator('.cm-foldPlaceholder').first().waitFor()
  assert.match(await page.locator('.cm-foldPlaceholder').first().textContent(), /(bytes|elements)$/)
})

test('inputs are chosen, and kept through an edit', async () => {
  const { page } = await openPage(site)
  const text = (op) => `func.func @main(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) -> tensor<2x3xf32> {\n%c = stablehlo.${op} %a, %b : tensor<2x3xf32>\nreturn %c : tensor<2x3xf32>\n}`
  await replaceProgram(page, text('add'))
  await stage(page).getByRole('tab', { name: 'Inputs 2' }).click()
  const input = (name) => stage(page).getByRole('region', { name })
  await input('%a').getByRole('button', { name: 'iota' }).click()
  await input('%a').getByText('Now: iota.').waitFor()
  await input('%b').getByRole('textbox').fill('[[10, 20, 30], [40, 50, 60]]')
  await input('%b').getByRole('textbox').press('Enter')
  await column(page).getByText('[[10, 21, 32], [43, 54, 65]]').waitFor()
  await replaceProgram(page, text('subtract'))
  await column(page).getByText('−55 … −10').waitFor()
})

test('a dropped .npy becomes the input that it fits', async () => {
  const { page } = await openPage(site)
  await page.getByRole('combobox', { name: 'Example' }).selectOption({ label: 'Handwritten digits' })
  await page.getByRole('status').getByText(/Inputs: images.npy/).waitFor()
  await replaceProgram(page, 'func.func @main(%s: tensor<f32>, %a: tensor<100x64xf32>) -> tensor<100x64xf32> {\n%r = stablehlo.negate %a : tensor<100x64xf32>\nreturn %r : tensor<100x64xf32>\n}')
  const bytes = readFileSync(new URL('images.npy', examples)).toString('base64')
  const data = await page.evaluateHandle((base64) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))], 'mine.npy'))
    return transfer
  }, bytes)
  await column(page).getByText('100x64 f32').first().waitFor()
  await page.dispatchEvent('paddock-playground', 'drop', { dataTransfer: data })
  await page.getByRole('status').getByText(/Inputs: mine.npy/).waitFor()
})

test('what is no StableHLO gets a sentence of its own', async () => {
  const { page } = await openPage(site)
  await replaceProgram(page, 'HloModule jit_f, entry_computation_layout={(f32[2]{0})->f32[2]{0}}\nENTRY main { ROOT p = f32[2]{0} parameter(0) }')
  await stage(page).getByText(/This is HLO text, after XLA/).waitFor()
  await replaceProgram(page, 'import jax\ndef f(x):\n  return x')
  await stage(page).getByText(/This is Python/).waitFor()
  await replaceProgram(page, 'func.func @main() -> tensor<f32> {\n%a = stablehlo.constant dense<2.5> : tensor<f32>\nreturn %a : tensor<f32>\n}')
  await stage(page).getByText('2.5', { exact: true }).waitFor()
  assert.equal(await stage(page).getByText(/This is/).count(), 0)
})

test('the text is there again after a reload', async () => {
  const { page } = await openPage(site)
  await replaceProgram(page, 'func.func @main() -> tensor<f32> {\n%mine = stablehlo.constant dense<7.25> : tensor<f32>\nreturn %mine : tensor<f32>\n}')
  await stage(page).getByText('7.25', { exact: true }).waitFor()
  await page.reload()
  await page.locator('.cm-line', { hasText: '%mine = ' }).waitFor()
  await stage(page).getByText('7.25', { exact: true }).waitFor()
})

test('where storage throws the page works and says that nothing is kept', async () => {
  const { page, problems } = await openPage(site, {}, (page) => page.addInitScript(() => Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException('no storage', 'SecurityError') } })))
  await replaceProgram(page, 'func.func @main() -> tensor<f32> {\n%a = stablehlo.constant dense<7.25> : tensor<f32>\nreturn %a : tensor<f32>\n}')
  await page.getByRole('status').getByText(/not kept in this frame/).waitFor()
  assert.deepEqual(problems, [])
})

test('a value is copied as text that gives it back', async () => {
  const { page } = await openPage(site, { permissions: ['clipboard-read', 'clipboard-write'] })
  const copied = async (label) => {
    await stage(page).getByRole('button', { name: label }).click()
    await stage(page).getByText(`Copied as ${label}.`).waitFor()
    return page.evaluate(() => navigator.clipboard.readText())
  }
  const literal = 'dense<[[0.1, -2.0], [0x7FC00000, 0xFF800000]]> : tensor<2x2xf32>'
  await replaceProgram(page, `func.func @main() -> tensor<2x2xf32> {\n%a = stablehlo.constant ${literal}\nreturn %a : tensor<2x2xf32>\n}`)
  await stage(page).getByRole('region', { name: 'Result' }).getByText('tensor<2x2xf32>', { exact: true }).waitFor()
  assert.equal(await copied('dense'), literal)
  assert.equal(await copied('numpy'), 'np.array([[0.1, -2.0], [np.nan, -np.inf]], dtype=np.float32)')
  assert.equal(await copied('CSV'), '0.1,-2\nnan,-inf')
})

test('the rules of the line with the cursor are there to read', async () => {
  const { page } = await openPage(site)
  await stage(page).getByRole('img').waitFor()
  await page.locator('.cm-line', { hasText: '%column = ' }).click()
  await stage(page).getByRole('tabpanel', { name: 'Value' }).getByText('stablehlo.iota', { exact: true }).waitFor()
  await stage(page).getByRole('tab', { name: 'Value' }).focus()
  await page.keyboard.press('ArrowLeft')
  await stage(page).getByRole('tabpanel', { name: 'Docs' }).getByText('0 <= iota_dimension < rank(output)').waitFor()
})

test('a program runs on a grid of processes, each with its own values', async () => {
  const { page, problems } = await openPage(site)
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

test('a changed shape is followed through the program', async () => {
  const { page } = await openPage(site)
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

for (const [name, width, height] of [['wide', 1366, 820], ['narrow', 390, 844]]) {
  for (const colorScheme of ['light', 'dark']) {
    test(`nothing overflows the page, ${name} and ${colorScheme}`, async () => {
      const { page } = await openPage(site, { viewport: { width, height }, colorScheme })
      await stage(page).getByRole('img').waitFor()
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      assert.ok(excess <= 0, `${excess} px too wide`)
      if (process.env.PADDOCK_SCREENSHOTS) {
        mkdirSync(process.env.PADDOCK_SCREENSHOTS, { recursive: true })
        await page.screenshot({ path: `${process.env.PADDOCK_SCREENSHOTS}/${name}-${colorScheme}.png` })
      }
    })
  }
}
