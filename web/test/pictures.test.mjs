// Pictures of tensors: the meaning of pixels, zooming, and their text alternatives.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { soonEnough } from '../../tools/lib/soon-enough.mjs'
import { nextFrames, openPage, program, replaceProgram, settled, stage, useSite } from './story.mjs'

const site = useSite()

/// Open details of a value close when a value of another shape follows.
const shownType = (page, type) => result(page).getByText(type, { exact: true })
const result = (page) => stage(page).getByRole('region', { name: 'Result', exact: true })

/// Returns the colours at relative positions (x, y) of a canvas.
const coloursAt = (canvas, places) =>
  canvas.evaluate((element, at) => {
    const { data } = element.getContext('2d').getImageData(0, 0, element.width, element.height)
    return at.map(([x, y]) => [...data.slice(4 * (Math.floor(y * element.height) * element.width + Math.floor(x * element.width))).slice(0, 3)])
  }, places)

const constant = (literal, type) => `func.func @main() -> ${type} {\n%a = stablehlo.constant ${literal} : ${type}\nreturn %a : ${type}\n}`

const large = `func.func @main() -> tensor<4000x5000xf32> {
%row = stablehlo.iota dim = 0 : tensor<4000x5000xf32>
%column = stablehlo.iota dim = 1 : tensor<4000x5000xf32>
%sum = stablehlo.add %row, %column : tensor<4000x5000xf32>
return %sum : tensor<4000x5000xf32>
}`

/// Records the sizes of the Workers' messages and, on request, the durations of frames.
const watchPage = (page) =>
  page.addInitScript(() => {
    const sizeOf = (value) => {
      if (value instanceof ArrayBuffer) return value.byteLength
      if (typeof value === 'string') return value.length
      return typeof value === 'object' && value !== null ? Object.values(value).reduce((sum, one) => sum + sizeOf(one), 0) : 0
    }
    window.largestMessage = 0
    const Native = window.Worker
    window.Worker = class extends Native {
      constructor(...all) {
        super(...all)
        this.addEventListener('message', ({ data }) => (window.largestMessage = Math.max(window.largestMessage, sizeOf(data))))
      }
    }
    window.frames33 = []
    const tick = (before) => (now) => {
      if (before > 0) window.frames33.push(now - before)
      requestAnimationFrame(tick(now))
    }
    requestAnimationFrame(tick(0))
  })

test('twenty million elements are looked at as a whole and closely, without a slow frame', { timeout: 120_000 }, async (t) => {
  // Pictures are 580 pixels wide.
  const { page, problems } = await openPage(site(), { viewport: { width: 1598, height: 820 } }, watchPage)
  await stage(page).getByRole('img').waitFor()
  await replaceProgram(page, large)
  const picture = result(page).getByRole('img')
  await picture.and(page.getByLabel('4000 by 5000 elements from 0 to 8998')).waitFor({ timeout: 60_000 })
  await result(page).getByText(/1 pixel = 81 cells/).waitFor()
  const box = await picture.boundingBox()
  const x = box.x + 100
  const y = box.y + 100
  const zoom = async (delta) => {
    await page.keyboard.down('Control')
    for (let i = 0; i < 14; ++i) {
      await page.mouse.wheel(0, delta)
      await nextFrames(page)
    }
    await page.keyboard.up('Control')
  }
  const longestFrame = async () => {
    await page.mouse.move(x, y)
    await zoom(100)
    await result(page).getByText(/1 pixel = 81 cells/).waitFor()
    await page.evaluate(() => (window.frames33.length = 0))
    await zoom(-100)
    await page.mouse.down()
    await page.mouse.move(x + 80, y + 60, { steps: 20 })
    await page.mouse.up()
    await page.mouse.move(x, y, { steps: 10 })
    await result(page).getByText(/^\[\d+, \d+\] = \d+$/).waitFor()
    const frames = (await page.evaluate(() => window.frames33)).sort((a, b) => a - b)
    t.diagnostic(`${frames.length} frames, the longest ${frames.at(-1).toFixed(1)} ms`)
    return frames.at(-1)
  }
  // One of 60 frames may take the time of two.
  await soonEnough(longestFrame, 34)
  const [, row, column, sum] = /\[(\d+), (\d+)\] = (\d+)/.exec(await result(page).getByText(/^\[\d+, \d+\] = /).textContent())
  assert.equal(Number(row) + Number(column), Number(sum))
  const largest = await page.evaluate(() => window.largestMessage)
  t.diagnostic(`the largest message from the engine: ${largest} bytes`)
  assert.ok(largest < 8e6, `${largest} bytes in one message`)
  assert.deepEqual(problems, [])
})

test('cells have the colours of their numbers, and what is no number has its sign', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, constant('dense<[[0.0, 4.0], [0x7FC00000, 0x7F800000]]>', 'tensor<2x2xf32>'))
  const picture = result(page).getByRole('img')
  await picture.and(page.getByLabel('2 by 2 elements from 0 to 4')).waitFor()
  const [zero, four] = await coloursAt(picture, [[0.05, 0.05], [0.55, 0.05]])
  assert.deepEqual(zero, [0xf3, 0xf1, 0xea])
  assert.deepEqual(four, [0x06, 0x2a, 0x22])
  const hatch = await picture.evaluate((canvas) => {
    const { data, width, height } = canvas.getContext('2d').getImageData(0, Math.floor(canvas.height / 2), Math.floor(canvas.width / 2), Math.floor(canvas.height / 2))
    let count = 0
    for (let i = 0; i < width * height; ++i) if (data[4 * i] === 0xa3 && data[4 * i + 1] === 0x17 && data[4 * i + 2] === 0x8f) ++count
    return count / (width * height)
  })
  assert.ok(hatch > 0.1 && hatch < 0.8, `${hatch} of the NaN cell is hatched`)
  const [infinity] = await coloursAt(picture, [[0.74, 0.8]])
  assert.deepEqual(infinity, [0x1c, 0x21, 0x1e], 'a solid triangle')
  await result(page).getByText('NaN 1').waitFor()
  await result(page).getByText('∞ 1').waitFor()
})

test('numbers of both signs have zero as the paper, whichever is larger', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, constant('dense<[-8.0, 0.0, 4.0, 8.0]>', 'tensor<4xf32>'))
  const picture = result(page).getByRole('img')
  await picture.and(page.getByLabel('4 elements from -8 to 8')).waitFor()
  const [low, zero, , high] = await coloursAt(picture, [[0.02, 0.1], [0.27, 0.1], [0.52, 0.1], [0.77, 0.1]])
  assert.deepEqual([low, zero, high], [[0x0b, 0x3f, 0x73], [0xf3, 0xf1, 0xea], [0x7a, 0x32, 0x05]])
})

test('a large cell holds its number', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, constant('dense<[1.0, 1.0]>', 'tensor<2xf32>'))
  const picture = result(page).getByRole('img')
  await picture.and(page.getByLabel('2 elements from 1 to 1')).waitFor()
  const colours = await picture.evaluate((canvas) => {
    const { data } = canvas.getContext('2d').getImageData(2, 2, canvas.height - 6, canvas.height - 6)
    return new Set(Array.from({ length: data.length / 4 }, (_, i) => data.slice(4 * i, 4 * i + 3).join())).size
  })
  assert.ok(colours > 2, `${colours} colours within one cell`)
})

test('keys look closer, move and show all again', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, 'func.func @main() -> tensor<40x50xf32> {\n%i = stablehlo.iota dim = 1 : tensor<40x50xf32>\nreturn %i : tensor<40x50xf32>\n}')
  const picture = result(page).getByRole('img')
  await picture.and(page.getByLabel('40 by 50 elements from 0 to 49')).waitFor()
  const seen = () => picture.evaluate((canvas) => canvas.toDataURL())
  const until = (isSo, before) => page.waitForFunction(([isSo, before]) => (document.querySelector('paddock-playground').shadowRoot.querySelector('canvas.picture').toDataURL() === before) === isSo, [isSo, before])
  const whole = await seen()
  await result(page).getByRole('group', { name: /^Picture/ }).focus()
  await page.keyboard.press('+')
  await until(false, whole)
  const closer = await seen()
  await page.keyboard.press('ArrowRight')
  await until(false, closer)
  await page.keyboard.press('0')
  await until(true, whole)
})

test('operands and result are on one scale', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, 'func.func @main() -> tensor<2xf32> {\n%a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>\n%b = stablehlo.constant dense<[1.0, 8.0]> : tensor<2xf32>\n%c = stablehlo.multiply %a, %b : tensor<2xf32>\nreturn %c : tensor<2xf32>\n}')
  await page.locator('.cm-line', { hasText: '%c = ' }).click()
  const of = (name) => stage(page).getByRole('region', { name, exact: true })
  await of('%c').getByRole('img').waitFor()
  const [one] = await coloursAt(of('%a').getByRole('img'), [[0.05, 0.1]])
  const [same] = await coloursAt(of('%c').getByRole('img'), [[0.05, 0.1]])
  const [eight] = await coloursAt(of('%b').getByRole('img'), [[0.55, 0.1]])
  const [sixteen] = await coloursAt(of('%c').getByRole('img'), [[0.55, 0.1]])
  assert.deepEqual(one, same)
  assert.notDeepEqual(eight, sixteen)
  for (const name of ['%a', '%b', '%c']) await of(name).getByText('16', { exact: true }).first().waitFor()
})

test('a few numbers far out do not take the colours of all others', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, `func.func @main() -> tensor<40x50xf32> {
%i = stablehlo.iota dim = 1 : tensor<40x50xf32>
%far = stablehlo.constant dense<1.0e9> : tensor<1x1xf32>
%zero = stablehlo.constant dense<0> : tensor<i32>
%r = stablehlo.dynamic_update_slice %i, %far, %zero, %zero : (tensor<40x50xf32>, tensor<1x1xf32>, tensor<i32>, tensor<i32>) -> tensor<40x50xf32>
return %r : tensor<40x50xf32>
}`)
  const picture = result(page).getByRole('img')
  await picture.and(page.getByLabel(/40 by 50 elements from 0 to 1000000000/)).waitFor()
  const clip = result(page).getByRole('button', { name: /1–99 % of 0 … 1\s000\s000\s000/ })
  await clip.waitFor()
  const near = [[0.3, 0.5], [0.97, 0.5]]
  const [a, b] = await coloursAt(picture, near)
  assert.notDeepEqual(a, b)
  await clip.click()
  await result(page).getByRole('button', { name: 'all numbers' }).waitFor()
  const [c, d] = await coloursAt(picture, near)
  assert.deepEqual(c, d)
})

test('facets stand side by side, and dimensions beyond what fits have sliders', async () => {
  const { page } = await openPage(site(), { viewport: { width: 1598, height: 820 } })
  const iota = (type) => `func.func @main() -> ${type} {\n%a = stablehlo.iota dim = 0 : ${type}\nreturn %a : ${type}\n}`
  await replaceProgram(page, iota('tensor<3x4x5xi32>'))
  const picture = result(page).getByRole('img')
  await picture.and(page.getByLabel('3 by 4 by 5 elements from 0 to 2')).waitFor()
  assert.equal(await result(page).getByRole('slider').count(), 0)
  const box = await picture.boundingBox()
  // Two facets above, the third below the first.
  await page.mouse.move(box.x + 10, box.y + box.height - 10)
  await result(page).getByText('[2, 3, 0] = 2').waitFor()
  await replaceProgram(page, iota('tensor<6x300x400xi32>'))
  await picture.and(page.getByLabel('6 by 300 by 400 elements from 0 to 5')).waitFor()
  const slider = result(page).getByRole('slider', { name: /dimension 0/ })
  await slider.focus()
  for (let i = 0; i < 4; ++i) await page.keyboard.press('ArrowRight')
  await result(page).getByText('4 of 6').waitFor()
  await settled(page)
  const wide = await picture.boundingBox()
  await page.mouse.move(wide.x + 20, wide.y + 20)
  await page.mouse.move(wide.x + 22, wide.y + 22)
  await result(page).getByText(/^\[4, \d+, \d+\] = 4$/).waitFor()
})

test('facets say which they are, and dimensions where they go', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, constant('dense<1.0>', 'tensor<2x2x3x4xf32>'))
  const picture = result(page).getByRole('img')
  await picture.and(page.getByLabel('2 by 2 by 3 by 4 elements from 1 to 1')).waitFor()
  for (const words of ['\u25a6 dimensions 0, 1', '\u2193 dimension 2', '\u2192 dimension 3']) await result(page).getByText(words, { exact: true }).waitFor()
  const painted = await picture.evaluate((canvas) => {
    const ratio = canvas.width / canvas.clientWidth
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, Math.floor(13 * ratio))
    return data.filter((_, i) => i % 4 === 3 && data[i] > 128).length
  })
  assert.ok(painted > 40, `${painted} pixels of labels above the first row of facets`)
})

test('what is true is filled, what is false hollow', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, constant('dense<[true, false, true]>', 'tensor<3xi1>'))
  await result(page).getByText('filled: true, 2 of 3').waitFor()
  const alphas = await result(page).getByRole('img').evaluate((canvas) =>
    [0.5, 1.5, 2.5].map((at) => canvas.getContext('2d').getImageData(Math.floor((canvas.width * at) / 3), Math.floor(canvas.height / 2), 1, 1).data[3]))
  assert.deepEqual(alphas, [255, 0, 255])
  const box = await result(page).getByRole('img').boundingBox()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await result(page).getByText('[1] = false').waitFor()
})

test('a cell says all of its digits, and a stored integer what it means', async () => {
  const { page } = await openPage(site())
  const hover = async (name) => {
    const box = await stage(page).getByRole('region', { name, exact: true }).getByRole('img').boundingBox()
    await page.mouse.move(box.x + 5, box.y + 5)
  }
  const type = 'tensor<2x!quant.uniform<i8:f32, 0.5:-3>>'
  await replaceProgram(page, `func.func @main() -> ${type} {\n%a = stablehlo.constant dense<[1.23456789, 2.0]> : tensor<2xf32>\n%q = stablehlo.uniform_quantize %a : (tensor<2xf32>) -> ${type}\nreturn %q : ${type}\n}`)
  await page.locator('.cm-line', { hasText: '%q = ' }).click()
  await stage(page).getByRole('region', { name: '%q', exact: true }).getByText('stored integers').waitFor()
  await hover('%a')
  await stage(page).getByText('[0] = 1.2345679').waitFor()
  await hover('%q')
  await stage(page).getByText('[0] = −1, which means 1').waitFor()
})

test('a value beside others takes its own scale, and the common one again', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, 'func.func @main() -> tensor<2xf32> {\n%a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>\n%c = stablehlo.multiply %a, %a : tensor<2xf32>\nreturn %c : tensor<2xf32>\n}')
  await page.locator('.cm-line', { hasText: '%c = ' }).click()
  const of = (name) => stage(page).getByRole('region', { name, exact: true })
  await of('%a').getByText('4', { exact: true }).waitFor()
  const two = async () => (await coloursAt(of('%a').getByRole('img'), [[0.55, 0.1]]))[0]
  const shared = await two()
  await of('%a').getByRole('button', { name: 'one scale', pressed: true }).click()
  await of('%a').getByRole('button', { name: 'one scale', pressed: false }).waitFor()
  assert.deepEqual(await two(), [0x06, 0x2a, 0x22])
  await of('%a').getByRole('button', { name: 'one scale', pressed: false }).click()
  await of('%a').getByRole('button', { name: 'one scale', pressed: true }).waitFor()
  assert.deepEqual(await two(), shared)
})

test('a picture has a table, which is read and walked through by keys', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, 'func.func @main() -> tensor<30x20xf32> {\n%a = stablehlo.iota dim = 0 : tensor<30x20xf32>\n%b = stablehlo.constant dense<1.25> : tensor<30x20xf32>\n%c = stablehlo.subtract %b, %a : tensor<30x20xf32>\nreturn %c : tensor<30x20xf32>\n}')
  await shownType(page, 'tensor<30x20xf32>').waitFor()
  await result(page).getByRole('button', { name: 'Table' }).click()
  const table = result(page).getByRole('grid', { name: /rows 0 to 15 of 30, columns 0 to 7 of 20/ })
  await table.waitFor()
  await result(page).getByRole('gridcell', { name: 'row 0, column 0, 1.25' }).focus()
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight']) {
    await page.keyboard.press(key)
    await settled(page)
  }
  const focused = () => page.evaluate(() => document.querySelector('paddock-playground').shadowRoot.activeElement.getAttribute('aria-label'))
  assert.equal(await focused(), 'row 2, column 1, minus 0.75')
  await page.keyboard.press('Control+End')
  await result(page).getByRole('gridcell', { name: 'row 29, column 19, minus 27.75' }).waitFor()
  assert.equal(await focused(), 'row 29, column 19, minus 27.75')
  await result(page).getByRole('grid', { name: /rows 14 to 29 of 30, columns 12 to 19 of 20/ }).waitFor()
})

test('a picture has a histogram', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, constant('dense<[0.0, 0.0, 0.0, 8.0]>', 'tensor<4xf32>'))
  await shownType(page, 'tensor<4xf32>').waitFor()
  await result(page).getByRole('button', { name: 'Histogram' }).click()
  const bars = result(page).getByRole('img', { name: 'Histogram from 0 to 8; the largest of 48 bins has 3 elements' })
  await bars.waitFor()
  const heights = await bars.locator('rect').evaluateAll((all) => all.map((bar) => Number(bar.getAttribute('height'))))
  assert.equal(heights[0], 3 * heights.at(-1))
  assert.ok(heights.slice(1, -1).every((height) => height === 0))
})

test('codes of letters are read as text', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, constant('dense<[[72, 111, 114, 115, 101], [195, 169, 33, 0, 0], [255, 10, 66, 0, 67]]>', 'tensor<3x5xui8>'))
  await shownType(page, 'tensor<3x5xui8>').waitFor()
  await result(page).getByRole('button', { name: 'Text' }).click()
  const text = result(page).getByLabel('The codes as text')
  await text.waitFor()
  assert.equal(await text.textContent(), 'Horse\n\u00e9!\n\ufffd\nB\0C')
  await replaceProgram(page, constant('dense<[1.0, 2.0]>', 'tensor<2xf32>'))
  await shownType(page, 'tensor<2xf32>').waitFor()
  assert.equal(await result(page).getByRole('button', { name: 'Text' }).count(), 0)
})

test('three channels are an image', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, `func.func @main() -> tensor<8x8x3xui8> {
%channel = stablehlo.iota dim = 2 : tensor<8x8x3xui8>
%step = stablehlo.constant dense<100> : tensor<8x8x3xui8>
%r = stablehlo.multiply %channel, %step : tensor<8x8x3xui8>
return %r : tensor<8x8x3xui8>
}`)
  await result(page).getByRole('button', { name: 'Image' }).click()
  const image = result(page).getByRole('img', { name: '8 by 8 image' })
  await image.waitFor()
  await settled(page)
  assert.deepEqual(await coloursAt(image, [[0.5, 0.5]]), [[0, 100, 200]])
})

test('what was opened of a value stays when the next run brings another', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, constant('dense<[[1, 2], [3, 4]]>', 'tensor<2x2xi32>'))
  await shownType(page, 'tensor<2x2xi32>').waitFor()
  await result(page).getByRole('button', { name: 'Table' }).click()
  await result(page).getByRole('gridcell', { name: 'row 1, column 0, 3' }).waitFor()
  await page.locator('.cm-line', { hasText: 'dense<' }).click()
  await program(page).press('End')
  const number = page.locator('.cm-draggableNumber', { hasText: '3' })
  const { x, y, width, height } = await number.boundingBox()
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width / 2 + 20, y + height / 2, { steps: 4 })
  await page.mouse.up()
  await stage(page).getByText('8', { exact: true }).first().waitFor()
})

test('a result is seen whole with its legend, and its type in one piece', async () => {
  for (const [width, height] of [[768, 1024], [1366, 820]]) {
    const { page } = await openPage(site(), { viewport: { width, height } })
    await stage(page).getByRole('img').waitFor()
    const legend = stage(page).locator('.legend')
    await legend.waitFor()
    const [pane, box] = await Promise.all([stage(page).boundingBox(), legend.boundingBox()])
    assert.ok(box.y + box.height <= pane.y + pane.height, `${width} x ${height}: the legend ends at ${box.y + box.height}, the pane at ${pane.y + pane.height}`)
  }
  const { page } = await openPage(site(), { viewport: { width: 390, height: 844 } })
  await replaceProgram(page, 'module @m attributes {mhlo.num_partitions = 2 : i32} {\nfunc.func @main() -> tensor<8x32xf32> {\n%i = stablehlo.iota dim = 0 : tensor<8x32xf32>\nreturn %i : tensor<8x32xf32>\n}\n}')
  await stage(page).getByRole('tab', { name: /^Processes/ }).click()
  const type = stage(page).getByRole('region', { name: 'Process (0, 0)' }).getByText('8x32 f32', { exact: true })
  await type.waitFor()
  assert.ok((await type.boundingBox()).height < 30, 'on one line')
  assert.equal(await type.getAttribute('title'), 'tensor<8x32xf32>')
})

test('labels above facets have the hues of their dimensions from the first moment', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, constant('dense<0.0>', 'tensor<4x2x2xf32>'))
  await shownType(page, 'tensor<4x2x2xf32>').waitFor()
  const canvas = result(page).locator('canvas.picture')
  await canvas.waitFor()
  // Somewhere it is more blue than red: the index of dimension 0.
  const isBlue = (element) => {
    const { data } = element.getContext('2d').getImageData(0, 0, element.width, 14)
    return data.some((blue, i) => i % 4 === 2 && data[i + 1] > 100 && blue > data[i - 2] + 40)
  }
  await page.waitForFunction(isBlue, await canvas.elementHandle())
})
