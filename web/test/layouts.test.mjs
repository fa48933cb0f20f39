// The layout of a picture's cells: the dimensions with cells, and the padding around the operand's elements.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepScreenshot, openPage, replaceProgram, stage, useSite } from './story.mjs'

const site = useSite()

const value = (page, name) => stage(page).getByRole('region', { name, exact: true })

/// Returns for each cell of a picture without facets whether its upper edge has more than one colour.
const dotted = (canvas, rows, columns) =>
  canvas.evaluate((element, [down, across]) => {
    const context = element.getContext('2d')
    const [width, height] = [element.width / across, element.height / down]
    const isDotted = (row, column) => {
      const { data } = context.getImageData(Math.round(column * width) + 2, Math.round(row * height), Math.floor(width) - 6, 1)
      return new Set(new Uint32Array(data.buffer)).size > 1
    }
    return Array.from({ length: down }, (_, row) => Array.from({ length: across }, (_, column) => (isDotted(row, column) ? '.' : 'x')).join(''))
  }, [rows, columns])

test('padding is dotted, around and between, and its cells say that they are', async () => {
  const { page, problems } = await openPage(site())
  const types = '(tensor<2x3xf32>, tensor<f32>'
  const list = (name, values) => `%${name} = stablehlo.constant dense<[${values}]> : tensor<2xi64>`
  await replaceProgram(page, `func.func @main(%x: tensor<2x3xf32>, %zero: tensor<f32>) -> tensor<4x6xf32> {
%static = stablehlo.pad %x, %zero, low = [1, -1], high = [1, 4], interior = [0, 1] : ${types}) -> tensor<4x8xf32>
${list('low', '2, 0')}
${list('high', '0, 1')}
${list('inner', '0, 1')}
%open = stablehlo.dynamic_pad %x, %zero, %low, %high, %inner : ${types}, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<4x6xf32>
return %open : tensor<4x6xf32>
}`)
  for (const [name, expected] of [['%static', ['........', '.x.x....', '.x.x....', '........']], ['%open', ['......', '......', 'x.x.x.', 'x.x.x.']]]) {
    await page.locator('.cm-line', { hasText: `${name} = ` }).click()
    await page.mouse.move(2, 2)
    await value(page, name).getByText('dotted: padding').waitFor()
    const picture = value(page, name).getByRole('img').first()
    assert.deepEqual(await dotted(picture, expected.length, expected[0].length), expected)
    const { width, height } = await picture.boundingBox()
    await picture.hover({ position: { x: width / 20, y: height / 20 } })
    await value(page, name).getByText(/^\[0, 0\] = .*, padding$/).waitFor()
  }
  await keepScreenshot(page, 'padding')
  assert.deepEqual(problems, [])
})

test('dimensions of size 1 take no room, and cells say their whole place', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, 'func.func @main() -> tensor<1x2x3x1xf32> {\n%a = stablehlo.constant dense<[[[[0.0], [1.0], [2.0]], [[3.0], [4.0], [50.0]]]]> : tensor<1x2x3x1xf32>\nreturn %a : tensor<1x2x3x1xf32>\n}')
  await value(page, 'Result').getByText('tensor<1x2x3x1xf32>', { exact: true }).waitFor()
  await value(page, 'Result').getByText('↓ dimension 1').waitFor()
  await value(page, 'Result').getByText('→ dimension 2').waitFor()
  const picture = value(page, 'Result').getByRole('img')
  const { width, height } = await picture.boundingBox()
  assert.ok(width > 1.4 * height && width < 1.6 * height, `${width} by ${height}`)
  await picture.hover({ position: { x: width * 0.9, y: height * 0.75 } })
  await value(page, 'Result').getByText('[0, 1, 2, 0] = 50').waitFor()
  // Facets and sliders have the names of their dimensions.
  await replaceProgram(page, 'func.func @main() -> tensor<500x1x6x1x7xf32> {\n%i = stablehlo.iota dim = 0 : tensor<500x1x6x1x7xf32>\nreturn %i : tensor<500x1x6x1x7xf32>\n}')
  await value(page, 'Result').getByText('tensor<500x1x6x1x7xf32>', { exact: true }).waitFor()
  await value(page, 'Result').getByText('↓ dimension 2').waitFor()
  await value(page, 'Result').getByRole('slider', { name: 'dimension 0' }).fill('321')
  await picture.hover({ position: { x: 5, y: 5 } })
  await value(page, 'Result').getByText('[321, 0, 0, 0, 0] = 321').waitFor()
  assert.deepEqual(problems, [])
})
