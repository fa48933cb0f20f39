// The picture of a result in a copy as Markdown.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPage, replaceProgram, useSite } from './story.mjs'

const site = useSite()
const ran = (page) => page.getByRole('status').getByText(/^Ran in/).waitFor()
const shareDialog = (page) => page.getByRole('dialog', { name: 'Share' })

test('Markdown has the picture of a result, which is of a few kilobytes however large the result is', async () => {
  const { page, problems } = await openPage(site(), { permissions: ['clipboard-read', 'clipboard-write'] })
  const markdownOf = async (text) => {
    await replaceProgram(page, text)
    await ran(page)
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await shareDialog(page).getByRole('button', { name: 'Markdown', exact: true }).click()
    await shareDialog(page).getByText(/^Copied Markdown/).waitFor()
    await page.keyboard.press('Escape')
    return page.evaluate(() => navigator.clipboard.readText())
  }
  const pixels = (address) => page.evaluate(async (address) => {
    const image = new Image()
    image.src = address
    await image.decode()
    const canvas = new OffscreenCanvas(image.width, image.height)
    const context = canvas.getContext('2d')
    context.drawImage(image, 0, 0)
    const at = (x, y) => [...context.getImageData(x, y, 1, 1).data].join()
    const cell = (row, column) => at((column + 0.5) * image.width / 3, (row + 0.5) * image.height / 2)
    return { size: [image.width, image.height], cells: [0, 1].flatMap((row) => [0, 1, 2].map((column) => cell(row, column))) }
  }, address)
  const small = await markdownOf('func.func @main() -> (tensor<f32>, tensor<2x3xf32>) {\n  %a = stablehlo.constant dense<1.0> : tensor<f32>\n  %b = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 0x7FC00000, 1.0]]> : tensor<2x3xf32>\n  return %a, %b : tensor<f32>, tensor<2x3xf32>\n}')
  const [, address] = /\n\n!\[tensor<2x3xf32>, 1 … 4\]\((data:image\/png;base64,[\w+/=]+)\)\n\n\[Open in Paddock\]\(http.*\)\n$/.exec(small)
  const { size, cells } = await pixels(address)
  assert.deepEqual(size, [138, 92])
  assert.equal(cells[0], cells[5])
  assert.equal(cells[4], '163,23,143,255')
  assert.equal(new Set(cells).size, 5)
  const large = await markdownOf('func.func @main() -> tensor<3x500x700xf32> {\n  %s = stablehlo.constant dense<7> : tensor<2xui64>\n  %o, %b = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x500x700xui32>)\n  %f = stablehlo.convert %b : (tensor<3x500x700xui32>) -> tensor<3x500x700xf32>\n  return %f : tensor<3x500x700xf32>\n}')
  assert.match(large, /!\[tensor<3x500x700xf32>, .*, the first of 3 matrices, a cell is 13 x 18 elements\]\(data:/)
  assert.ok(/\((data:.*)\)\n/.exec(large)[1].length < 20_000)
  assert.deepEqual(problems, [])
})
