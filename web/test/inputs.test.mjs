// Values for a program's arguments.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { load } from 'paddock-hlo'
import { archive } from '../../tests/cli/archive.mjs'
import { dropFile } from './drop.mjs'
import { column, keepScreenshot, openExample, openPage, replaceProgram, stage, useSite } from './story.mjs'

const examples = new URL('../../examples/digits/', import.meta.url)

const site = useSite()

function npy(descr, shape, array) {
  const text = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${shape.map((size) => `${size},`).join(' ')}), }`
  const header = Buffer.from(`${text.padEnd(117)}\n`, 'latin1')
  return Buffer.concat([Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length, 0]), header, Buffer.from(array.buffer)])
}

function safetensors(tensors) {
  let offset = 0
  const entries = Object.entries(tensors).map(([name, { dtype, shape, array }]) => {
    const begin = offset
    offset += array.byteLength
    return [name, { dtype, shape, data_offsets: [begin, offset] }]
  })
  const header = Buffer.from(JSON.stringify(Object.fromEntries(entries)))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(header.length))
  return Buffer.concat([length, header, ...Object.values(tensors).map(({ array }) => Buffer.from(array.buffer))])
}

test('the digits example reads its images and gives the bits that Node gives', async () => {
  const { page } = await openPage(site())
  await openExample(page, 'Handwritten digits')
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
  const { page } = await openPage(site())
  await replaceProgram(page, 'func.func @main(%a: tensor<4x5xf32>) -> tensor<4x5xf32> {\nreturn %a : tensor<4x5xf32>\n}')
  await page.getByRole('status').getByText(/Inputs were made/).waitFor()
  assert.equal(await stage(page).getByRole('img').count(), 1)
})

test('inputs are chosen, and kept through an edit', async () => {
  const { page } = await openPage(site())
  const text = (op) => `func.func @main(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) -> tensor<2x3xf32> {\n%c = stablehlo.${op} %a, %b : tensor<2x3xf32>\nreturn %c : tensor<2x3xf32>\n}`
  await replaceProgram(page, text('add'))
  await stage(page).getByRole('tab', { name: 'Inputs 2' }).click()
  const input = (name) => stage(page).getByRole('region', { name })
  await stage(page).getByText('This program needs 2 inputs; we made some.').waitFor()
  await stage(page).getByRole('button', { name: 'all zeros' }).click()
  await input('%b').getByLabel('2 by 3 elements from 0 to 0').waitFor()
  await input('%a').getByRole('button', { name: 'iota' }).click()
  await input('%a').getByLabel('2 by 3 elements from 0 to 5').waitFor()
  await input('%a').getByText('Now: iota.').waitFor()
  await input('%b').getByRole('textbox').fill('[[10, 20, 30], [40, 50, 60]]')
  await input('%b').getByRole('textbox').press('Enter')
  await column(page).getByText('[[10, 21, 32], [43, 54, 65]]').waitFor()
  await replaceProgram(page, text('subtract'))
  await column(page).getByText('−55 … −10').waitFor()
})

test('a file is chosen for an argument', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, 'func.func @main(%a: tensor<2xf32>, %b: tensor<2xf32>) -> tensor<2xf32> {\n%c = stablehlo.subtract %a, %b : tensor<2xf32>\nreturn %c : tensor<2xf32>\n}')
  await stage(page).getByRole('tab', { name: 'Inputs 2' }).click()
  const input = stage(page).getByRole('region', { name: '%b' })
  await input.getByLabel('a file').setInputFiles({ name: 'mine.npy', mimeType: 'application/octet-stream', buffer: npy('<f4', [2], new Float32Array([3, 8])) })
  await input.getByText('Now: mine.npy.').waitFor()
  await input.getByLabel('2 elements from 3 to 8').waitFor()
  assert.deepEqual(problems, [])
})

test('a dropped .npy becomes the input that it fits', async () => {
  const { page } = await openPage(site())
  await openExample(page, 'Handwritten digits')
  await page.getByRole('status').getByText(/Inputs: images.npy/).waitFor()
  await replaceProgram(page, 'func.func @main(%s: tensor<f32>, %a: tensor<100x64xf32>) -> tensor<100x64xf32> {\n%r = stablehlo.negate %a : tensor<100x64xf32>\nreturn %r : tensor<100x64xf32>\n}')
  await stage(page).getByRole('tab', { name: 'Inputs 2' }).waitFor()
  await dropFile(page, 'mine.npy', readFileSync(new URL('images.npy', examples)))
  await page.getByRole('status').getByText(/Inputs: mine.npy/).waitFor()
})

const affine = `func.func @main(%w: tensor<2x2xf32>, %b: tensor<2xbf16>) -> (tensor<2x2xf32>, tensor<2xbf16>) {
%n = stablehlo.negate %w : tensor<2x2xf32>
%m = stablehlo.negate %b : tensor<2xbf16>
return %n, %m : tensor<2x2xf32>, tensor<2xbf16>
}`

for (const isCompressed of [false, true]) {
  test(`the arrays of ${isCompressed ? 'a compressed' : 'an'} .npz go to the arguments of their names`, async () => {
    const { page, problems } = await openPage(site())
    await replaceProgram(page, 'func.func @main(%a: tensor<2xf32>, %b: tensor<2xf32>) -> tensor<2xf32> {\n%c = stablehlo.subtract %a, %b : tensor<2xf32>\nreturn %c : tensor<2xf32>\n}')
    await column(page).getByText('2 f32').first().waitFor()
    const files = { 'b.npy': npy('<f4', [2], new Float32Array([1, 2])), 'a.npy': npy('<f4', [2], new Float32Array([50, 70])) }
    await dropFile(page, 'both.npz', archive(files, { isDeflated: isCompressed }))
    await column(page).getByText('[49, 68]').waitFor()
    await page.getByRole('status').getByText('a of both.npz, b of both.npz').waitFor()
    assert.deepEqual(problems, [])
  })
}

test('the tensors of a .safetensors file are inputs, bf16 too; a broken file is refused with its reason', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, affine)
  await stage(page).getByRole('tab', { name: 'Inputs 2' }).waitFor()
  const file = safetensors({
    'layer.weight': { dtype: 'F32', shape: [2, 2], array: new Float32Array([1, 2, 3, 4]) },
    b: { dtype: 'BF16', shape: [2], array: new Uint16Array([0x3fc0, 0x4040]) },
  })
  await dropFile(page, 'model.safetensors', file)
  await column(page).getByText('[[−1, −2], [−3, −4]]').waitFor()
  await column(page).getByText('[−1.5, −3]').waitFor()
  await dropFile(page, 'cut.safetensors', file.subarray(0, file.length - 1))
  await page.getByRole('status').getByText(/cut.safetensors was not taken: /).waitFor()
  await dropFile(page, 'cut.npz', archive({ 'a.npy': npy('<f4', [2], new Float32Array([1, 2])) }).subarray(0, 60))
  await page.getByRole('status').getByText(/cut.npz was not taken: is an archive without its end/).waitFor()
  assert.deepEqual(problems, [])
})

test('sizes that the program leaves open are chosen in place', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, 'func.func @main(%a: tensor<?x3xf32>, %b: tensor<?xf32, #stablehlo.bounds<2>>) -> tensor<?x3xf32> {\n%c = stablehlo.negate %a : tensor<?x3xf32>\nreturn %c : tensor<?x3xf32>\n}')
  await stage(page).getByRole('tab', { name: 'Inputs 2' }).waitFor()
  await stage(page).getByRole('tab', { name: 'Inputs 2' }).click()
  const size = (name) => stage(page).getByRole('spinbutton', { name })
  assert.equal(await size('Size 0 of %b').inputValue(), '2')
  await size('Size 0 of %a').fill('7')
  await size('Size 0 of %a').press('Enter')
  await stage(page).getByRole('region', { name: '%a', exact: true }).getByLabel(/^7 by 3 elements/).waitFor()
  await size('Size 0 of %b').fill('3')
  await size('Size 0 of %b').press('Enter')
  assert.equal(await size('Size 0 of %b').inputValue(), '2')
})

test('a cell of an input is asked what depends on it', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, `func.func @main(%x: tensor<2x3xf32>, %s: tensor<f32>) -> tensor<2xf32> {
%zero = stablehlo.constant dense<0.0> : tensor<f32>
%y = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
%b = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<2xf32>
%z = stablehlo.multiply %y, %b : tensor<2xf32>
return %z : tensor<2xf32>
}`)
  await page.getByRole('tab', { name: 'Inputs 2' }).click()
  const row = (name) => stage(page).getByRole('region', { name, exact: true })
  await row('%x').getByRole('button', { name: 'iota' }).click()
  await row('%x').getByRole('img', { name: '2 by 3 elements from 0 to 5' }).waitFor()
  const { width, height } = await row('%x').getByRole('img').boundingBox()
  await row('%x').getByRole('img').click({ position: { x: width * 0.9, y: height * 0.75 } })
  const lens = stage(page).getByRole('region', { name: 'Cell', exact: true })
  await lens.getByText('%x[1, 2] = 5.0').waitFor()
  await lens.getByText('to %y[1] = 12.0').waitFor()
  await keepScreenshot(page, 'inputs-why')
  await lens.getByRole('button', { name: 'What depends on it?' }).click()
  const list = stage(page).getByRole('region', { name: 'What depends on it?' })
  await list.getByText('What depends on %x[1, 2]').waitFor()
  await list.getByText('%z[1] = ').first().waitFor()
  await keepScreenshot(page, 'inputs-why-list')
  // A scalar has no picture with cells.
  await row('%s').getByRole('button', { name: 'What depends on it?' }).click()
  await list.getByText('What depends on %s').waitFor()
  await list.getByText('%b[0] = ').first().waitFor()
  // Another run ends the questions about this one.
  await row('%x').getByRole('button', { name: 'ones' }).click()
  await list.getByText('This is of the run before.').waitFor()
  assert.deepEqual(problems, [])
})

test('scalars and the elements of a tuple are inputs with rows of their own', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, `func.func @main(%t: tuple<tensor<2xf32>, tuple<tensor<i32>>>, %s: f32) -> (tensor<2xf32>, f32) {
%x = stablehlo.get_tuple_element %t[0] : (tuple<tensor<2xf32>, tuple<tensor<i32>>>) -> tensor<2xf32>
%n = stablehlo.negate %x : tensor<2xf32>
return %n, %s : tensor<2xf32>, f32
}`)
  await stage(page).getByRole('tab', { name: 'Inputs 3' }).click()
  const type = async (name, text) => {
    await stage(page).getByRole('textbox', { name: `Elements of ${name}`, exact: true }).fill(text)
    await stage(page).getByRole('textbox', { name: `Elements of ${name}`, exact: true }).press('Enter')
  }
  await type('%t.0', '[5, 7]')
  await type('%t.1.0', '3')
  await type('%s', '0.5')
  await column(page).getByText('[−5, −7]').waitFor()
  await stage(page).getByRole('region', { name: '%t.1.0', exact: true }).getByText('Now: typed.').waitFor()
  await stage(page).getByRole('region', { name: '%s', exact: true }).getByText('0.5').first().waitFor()
  assert.deepEqual(problems, [])
})

test('made inputs are other numbers for each argument and process, and their rows say what they are', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, `func.func @main(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>, %i: tensor<4xi32>, %x: tensor<10xf32>) -> tensor<2x3xf32> {
%d = stablehlo.subtract %a, %b : tensor<2x3xf32>
%v = stablehlo.reshape %i : (tensor<4xi32>) -> tensor<4x1xi32>
%g = "stablehlo.gather"(%x, %v) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>} : (tensor<10xf32>, tensor<4x1xi32>) -> tensor<4xf32>
return %d : tensor<2x3xf32>
}`)
  await page.getByRole('status').getByText('Inputs were made: normal, whole numbers, seed 7.').waitFor()
  const difference = await column(page).getByText(/^\[\[/).first().textContent()
  assert.ok(!/[[ ]0[,\]]/.test(difference), difference)
  await stage(page).getByRole('tab', { name: 'Inputs 4' }).click()
  const row = (name) => stage(page).getByRole('region', { name, exact: true })
  await row('%a').getByText('Now: normal, seed 7.').waitFor()
  await row('%i').getByText('Now: whole numbers 0 to 9, for start_indices of gather, seed 7.').waitFor()
  await row('%i').getByRole('button', { name: 'another seed' }).click()
  await row('%i').getByText('Now: whole numbers 0 to 9, for start_indices of gather, seed 8.').waitFor()
  await keepScreenshot(page, 'made-inputs')
  assert.deepEqual(problems, [])
})

test('what a program reads from the infeed and from the host on a channel is written beside its inputs', async () => {
  const { page, problems } = await openPage(site())
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await replaceProgram(page, `func.func @main() -> (tensor<2xf32>, tensor<i32>) {
%token = stablehlo.create_token : !stablehlo.token
%fed:2 = "stablehlo.infeed"(%token) {infeed_config = ""} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
%got:2 = "stablehlo.recv"(%fed#1) {channel_handle = #stablehlo.channel_handle<handle = 3, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
return %fed#0, %got#0 : tensor<2xf32>, tensor<i32>
}`)
  await stage(page).getByRole('tab', { name: /^Inputs/ }).click()
  const field = (name) => stage(page).getByRole('textbox', { name })
  await field('Entries of the infeed').fill('[5, 7]')
  await field('Entries of the infeed').blur()
  await field('Entries for channel 3').fill('42')
  await field('Entries for channel 3').blur()
  await column(page).getByText('[5, 7]').first().waitFor()
  await column(page).getByText('42').first().waitFor()
  await keepScreenshot(page, 'feeds')
  assert.deepEqual(problems, [])
})

const fed = `func.func @main() -> tensor<2xf32> {
%token = stablehlo.create_token : !stablehlo.token
%fed:2 = "stablehlo.infeed"(%token) {infeed_config = ""} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
return %fed#0 : tensor<2xf32>
}`

test('a channel from the host is found in whatever order its attributes stand', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, `func.func @main() -> tensor<i32> {
%token = stablehlo.create_token : !stablehlo.token
%got:2 = "stablehlo.recv"(%token) {is_host_transfer = true,
  channel_handle = #stablehlo.channel_handle<handle = 3, type = 3>} : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
return %got#0 : tensor<i32>
}`)
  await stage(page).getByRole('tab', { name: /^Inputs/ }).click()
  const field = stage(page).getByRole('textbox', { name: 'Entries for channel 3' })
  await field.fill('42')
  await field.blur()
  await column(page).getByText('42').first().waitFor()
  assert.deepEqual(problems, [])
})

test('entries of a feed that were taken back are no longer shown', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, fed)
  await stage(page).getByRole('tab', { name: /^Inputs/ }).click()
  const field = stage(page).getByRole('textbox', { name: 'Entries of the infeed' })
  await field.fill('[5, 7]')
  await field.blur()
  await column(page).getByText('[5, 7]').first().waitFor()
  await stage(page).getByRole('tab', { name: 'Value' }).click()
  // An example brings its own inputs.
  await openExample(page, 'Handwritten digits')
  await page.getByRole('status').getByText(/^Ran/).waitFor()
  await replaceProgram(page, fed)
  await stage(page).getByText(/infeed/).first().waitFor()
  await stage(page).getByRole('tab', { name: /^Inputs/ }).click()
  await field.waitFor()
  await page.waitForFunction(() => document.querySelector('paddock-playground').shadowRoot.querySelector('.feed textarea').value === '')
  assert.deepEqual(problems, [])
})
