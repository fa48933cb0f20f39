// Values of a run, beside the lines and on the stage.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { column, openExample, openPage, replaceProgram, stage, useSite } from './story.mjs'

const site = useSite()

test('an edit changes the values', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, 'func.func @main() -> tensor<f32> {\n%a = stablehlo.constant dense<2.5> : tensor<f32>\n%b = stablehlo.multiply %a, %a : tensor<f32>\nreturn %b : tensor<f32>\n}')
  await stage(page).getByText('6.25', { exact: true }).waitFor()
})

test('beside each line stands what it made', async () => {
  const { page } = await openPage(site(), { viewport: { width: 1920, height: 900 } })
  await replaceProgram(page, 'func.func @main() -> tensor<2x40xf32> {\n%a = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xf32>\n%b = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<2xf32>) -> tensor<2x40xf32>\n%z = stablehlo.subtract %b, %b : tensor<2x40xf32>\n%n = stablehlo.divide %z, %z : tensor<2x40xf32>\nreturn %b : tensor<2x40xf32>\n}')
  await column(page).getByText('[1.5, −2]').waitFor()
  await column(page).getByText('−2 … 1.5').waitFor()
  await column(page).getByText('NaN 80').waitFor()
  assert.equal(await column(page).getByText('2x40 f32').count(), 3)
})

test('a run that ends while the one before is drawn has the last word', async () => {
  const { page, problems } = await openPage(site(), {}, (page) => page.addInitScript(() => {
    window.held = new Set()
    // Delays the engine's answers about pictures.
    window.Worker = class extends Worker {
      postMessage(message, transfer) {
        if (message.request?.kind === 'window') window.held.add(message.id)
        super.postMessage(message, transfer)
      }
      set onmessage(listen) {
        super.onmessage = (event) => (window.held.has(event.data.id) ? setTimeout(listen, 2000, event) : listen(event))
      }
    }
  }))
  await replaceProgram(page, 'func.func @main() -> tensor<900x900xf32> {\n%i = stablehlo.iota dim = 0 : tensor<900x900xf32>\nreturn %i : tensor<900x900xf32>\n}')
  await page.waitForFunction(() => window.held.size > 0)
  await replaceProgram(page, 'func.func @main() -> tensor<f32> {\n%a = stablehlo.constant dense<2.5> : tensor<f32>\n%b = stablehlo.multiply %a, %a : tensor<f32>\nreturn %b : tensor<f32>\n}')
  await column(page).getByText('6.25').waitFor()
  await stage(page).getByText('6.25', { exact: true }).waitFor()
  assert.deepEqual(problems, [])
})

test('values of a loop say how often they were computed', async () => {
  const { page } = await openPage(site())
  await openExample(page, "Newton's method")
  await column(page).getByText('×6').first().waitFor()
})

test('a run that fails keeps the values before the failure', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, 'func.func @main() {\n%a = stablehlo.constant dense<2.5> : tensor<f32>\n%b = stablehlo.multiply %a, %a : tensor<f32>\ncheck.expect_eq %a, %b : tensor<f32>, tensor<f32>\nreturn\n}')
  await stage(page).getByText('Line 4').waitFor()
  await column(page).getByText('6.25').waitFor()
})

test('the stage shows the operands and the result of the line with the cursor', async () => {
  const { page } = await openPage(site())
  await stage(page).getByRole('img').waitFor()
  await page.locator('.cm-line', { hasText: '%bits = ' }).click()
  await stage(page).getByRole('tabpanel', { name: 'Value' }).getByText('stablehlo.and', { exact: true }).waitFor()
  for (const name of ['%shifted', '%one', '%bits']) await stage(page).getByRole('region', { name, exact: true }).getByRole('img').waitFor()
  assert.equal(await stage(page).getByRole('img').count(), 3)
  // The explanation under the pointer may cover the next line.
  await page.mouse.move(2, 2)
  await page.locator('.cm-line', { hasText: 'return %result' }).click()
  await stage(page).getByRole('region', { name: 'Result', exact: true }).waitFor()
})

test('a click on the short form of a region means the operation that has it', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, 'func.func @main(%x: tensor<2x3xf32>, %zero: tensor<f32>) -> tensor<3xf32> {\n%sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>\nreturn %sum : tensor<3xf32>\n}')
  await column(page).getByText('2x3 f32').first().waitFor()
  await page.locator('.cm-line', { hasText: '%sum = ' }).getByText('stablehlo.add').click()
  await stage(page).getByRole('tabpanel', { name: 'Value' }).getByText('stablehlo.reduce', { exact: true }).waitFor()
  await stage(page).getByRole('region', { name: '%x', exact: true }).waitFor()
  await page.locator('.cm-hover', { hasText: 'stablehlo.add' }).waitFor()
  assert.deepEqual(problems, [])
})

test('above the operands stands what the operation does, with this program\'s names and numbers', async () => {
  const { page, problems } = await openPage(site())
  const dot = (type, inner) => `func.func @main() -> ${type} {
%x = stablehlo.iota dim = 0 : tensor<3x${inner}xf32>
%w = stablehlo.iota dim = 0 : tensor<${inner}x50000xf32>
%r = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<3x${inner}xf32>, tensor<${inner}x50000xf32>) -> ${type}
return %r : ${type}
}`
  const value = stage(page).getByRole('tabpanel', { name: 'Value' })
  await replaceProgram(page, dot('tensor<3x50000xf32>', 64))
  await page.locator('.cm-line', { hasText: '%w = ' }).click()
  await value.getByText('Counts from 0 along dimension 0 of 64x50\u2009000.').waitFor()
  // The explanation under the pointer may cover the next line.
  await page.mouse.move(2, 2)
  await page.locator('.cm-line', { hasText: 'dot_general' }).click()
  await value.getByText('Contracts dimension 1 of %x with 0 of %w: 64 products a cell.').waitFor()
  assert.deepEqual(await value.locator('.op-doc code').allTextContents(), ['%x', '%w'])
  assert.deepEqual(problems, [])
})

test('a value is copied as text that gives it back', async () => {
  const { page } = await openPage(site(), { permissions: ['clipboard-read', 'clipboard-write'] })
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

test('values of every kind of element are copied as text that gives them back', async () => {
  const { page, problems } = await openPage(site(), { permissions: ['clipboard-read', 'clipboard-write'] })
  const copied = async (label) => {
    await stage(page).getByRole('button', { name: label }).click()
    await stage(page).getByText(`Copied as ${label}.`).waitFor()
    return page.evaluate(() => navigator.clipboard.readText())
  }
  const kinds = [
    ['dense<[true, false]>', 'tensor<2xi1>', 'np.array([True, False], dtype=np.bool_)', '1,0'],
    ['dense<[-8, 7]>', 'tensor<2xi4>', 'np.array([-8, 7], dtype=ml_dtypes.int4)', '-8,7'],
    ['dense<[0, 18446744073709551615]>', 'tensor<2xui64>', 'np.array([0, 18446744073709551615], dtype=np.uint64)', '0,18446744073709551615'],
    ['dense<[-0.0, 0x7F80]>', 'tensor<2xbf16>', 'np.array([-0.0, np.inf], dtype=ml_dtypes.bfloat16)', '-0,inf'],
    ['dense<[0.1875, 0x7F]>', 'tensor<2xf8E4M3FN>', 'np.array([0.1875, np.nan], dtype=ml_dtypes.float8_e4m3fn)', '0.1875,nan'],
    ['dense<[(0.5, -1.25), (0.0, 0x7F800000)]>', 'tensor<2xcomplex<f32>>', 'np.array([complex(0.5, -1.25), complex(0.0, np.inf)], dtype=np.complex64)', '0.5-1.25j,0+infj'],
    ['dense<0.1>', 'tensor<f64>', 'np.array(0.1, dtype=np.float64)', '0.1'],
    ['dense<>', 'tensor<0x8xf32>', 'np.empty((0, 8,), dtype=np.float32)', ''],
  ]
  for (const [literal, type, numpy, csv] of kinds) {
    await replaceProgram(page, `func.func @main() -> ${type} {\n%a = stablehlo.constant ${literal} : ${type}\nreturn %a : ${type}\n}`)
    await stage(page).getByRole('region', { name: 'Result' }).getByText(type, { exact: true }).waitFor()
    assert.equal(await copied('dense'), `${literal} : ${type}`)
    assert.equal(await copied('numpy'), numpy)
    assert.equal(await copied('CSV'), csv)
  }
  assert.deepEqual(problems, [])
})

test('a value is saved as a file of numpy', async () => {
  const { page, problems } = await openPage(site())
  for (const type of ['tensor<2xf32>', 'tensor<2xi4>', 'tensor<0x8xbf16>']) {
    await replaceProgram(page, `func.func @main() -> ${type} {\n%a = stablehlo.constant dense<${type.includes('i4') ? 7 : type.includes('0x8') ? '' : 0.5}> : ${type}\nreturn %a : ${type}\n}`)
    await stage(page).getByRole('region', { name: 'Result' }).getByText(type, { exact: true }).waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), stage(page).getByRole('button', { name: 'Save .npy' }).click()])
    const file = readFileSync(await download.path())
    assert.equal(file.subarray(1, 6).toString('latin1'), 'NUMPY', type)
  }
  assert.deepEqual(problems, [])
})

test('elements are written below, of a large value behind a word', async () => {
  const { page } = await openPage(site())
  const counted = (type) => `func.func @main() -> ${type} {\n%a = stablehlo.iota dim = 0 : ${type}\nreturn %a : ${type}\n}`
  const elements = (text) => stage(page).getByRole('region', { name: 'Result' }).getByText(text)
  await replaceProgram(page, counted('tensor<3xi32>'))
  await elements(/^tensor<3xi32> \{\s*\[0, 1, 2\]\s*\}$/).waitFor()
  await replaceProgram(page, counted('tensor<100xi32>'))
  await stage(page).getByRole('img', { name: /^100 elements/ }).waitFor()
  assert.equal(await elements(/98, 99\]/).count(), 0)
  await stage(page).getByText('All numbers', { exact: true }).click()
  await elements(/98, 99\]/).waitFor()
})

test('the rules of the line with the cursor are there to read', async () => {
  const { page } = await openPage(site())
  await stage(page).getByRole('img').waitFor()
  await page.locator('.cm-line', { hasText: '%column = ' }).click()
  await stage(page).getByRole('tabpanel', { name: 'Value' }).getByText('stablehlo.iota', { exact: true }).waitFor()
  await stage(page).getByRole('tab', { name: 'Docs' }).click()
  await stage(page).getByRole('tabpanel', { name: 'Docs' }).getByText('0 <= iota_dimension < rank(output)').waitFor()
})

test('the line that failed shows what it was given', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, 'func.func @main() {\n%a = stablehlo.constant dense<[2.5, 1.0]> : tensor<2xf32>\n%b = stablehlo.multiply %a, %a : tensor<2xf32>\ncheck.expect_eq %a, %b : tensor<2xf32>, tensor<2xf32>\nreturn\n}')
  await stage(page).getByText('Line 4').waitFor()
  for (const name of ['%a', '%b']) await stage(page).getByRole('region', { name, exact: true }).getByRole('img').waitFor()
  await stage(page).getByText('It has no value.').waitFor()
  assert.equal(await stage(page).evaluate((pane) => pane.hasAttribute('data-stale')), false, 'they are of this text')
  assert.deepEqual(problems, [])
})

test('values of region bodies and called functions stand beside their lines and on the stage', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, `func.func private @twice(%x: tensor<f32>) -> tensor<f32> {
%t = stablehlo.add %x, %x : tensor<f32>
return %t : tensor<f32>
}
func.func @main() -> tensor<f32> {
%start = stablehlo.constant dense<3.0> : tensor<f32>
%limit = stablehlo.constant dense<40.0> : tensor<f32>
%end = stablehlo.while(%i = %start) : tensor<f32>
cond {
%more = stablehlo.compare LT, %i, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
stablehlo.return %more : tensor<i1>
} do {
%next = func.call @twice(%i) : (tensor<f32>) -> tensor<f32>
stablehlo.return %next : tensor<f32>
}
return %end : tensor<f32>
}`)
  const beside = (text) => column(page).locator('.cm-value', { hasText: text })
  await beside('48').first().waitFor()
  // Four iterations: 6, 12, 24, 48; the condition runs once more.
  await beside('×4').first().waitFor()
  await beside('false').getByText('×5').waitFor()
  await page.locator('.cm-line', { hasText: '%next = ' }).click()
  await stage(page).getByRole('region', { name: '%next', exact: true }).getByText('48', { exact: true }).waitFor()
  await page.locator('.cm-line', { hasText: '%t = ' }).click()
  await stage(page).getByRole('region', { name: '%t', exact: true }).getByText('48', { exact: true }).waitFor()
})

test('results under one name are shown each with its own value', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, `func.func @main() -> tensor<f32> {
%a = stablehlo.constant dense<1.5> : tensor<f32>
%b = stablehlo.constant dense<2.5> : tensor<f32>
%r:2 = stablehlo.optimization_barrier %a, %b : tensor<f32>, tensor<f32>
return %r#1 : tensor<f32>
}`)
  await page.locator('.cm-line', { hasText: '%r:2 = ' }).click()
  await stage(page).getByRole('region', { name: '%r#1', exact: true }).getByText('2.5', { exact: true }).waitFor()
  await stage(page).getByRole('region', { name: '%r#0', exact: true }).getByText('1.5', { exact: true }).waitFor()
})

test('what a run did not come to is outlined, and the reason said', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, 'func.func @main(%p: tensor<2x3xf32>) -> tensor<3x2xf32> {\n%a = stablehlo.constant dense<[2.5, 1.0]> : tensor<2xf32>\n%b = stablehlo.multiply %a, %a : tensor<2xf32>\ncheck.expect_eq %a, %b : tensor<2xf32>, tensor<2xf32>\n%c = stablehlo.transpose %p, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>\nreturn %c : tensor<3x2xf32>\n}')
  await stage(page).getByText('Line 4').waitFor()
  await page.locator('.cm-line', { hasText: '%c = ' }).click()
  await stage(page).getByRole('region', { name: '%p', exact: true }).getByRole('img').waitFor()
  await stage(page).getByRole('region', { name: '%c', exact: true }).getByLabel('3 by 2 elements, not computed').waitFor()
  await stage(page).getByText(/^The run failed before it reached this line: check.expect_eq/).waitFor()
  assert.deepEqual(problems, [])
})

test('on a narrow page the line with the cursor shows its value below it', async () => {
  const { page } = await openPage(site(), { viewport: { width: 390, height: 844 } })
  await replaceProgram(page, 'func.func @main() -> tensor<2xf32> {\n%a = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xf32>\n%b = stablehlo.add %a, %a : tensor<2xf32>\nreturn %b : tensor<2xf32>\n}')
  const below = page.locator('.cm-lineValue')
  await page.locator('.cm-line', { hasText: '%b = ' }).click()
  await below.getByText('[3, −4]').waitFor()
  const line = await page.locator('.cm-line', { hasText: '%b = ' }).boundingBox()
  assert.ok((await below.boundingBox()).y >= line.y + line.height - 1)
  await page.locator('.cm-line', { hasText: '%a = ' }).click()
  await below.getByText('[1.5, −2]').waitFor()
  assert.equal(await below.count(), 1)
})
