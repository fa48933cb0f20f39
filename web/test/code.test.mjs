// The tab of code: the program as builder code, and the cell, whose JavaScript makes a program.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepScreenshot, openPage, pasteText, program, replaceProgram, settled, stage, useSite } from './story.mjs'

const site = useSite()

const tanh = 'func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {\n%y = stablehlo.tanh %x : tensor<2x3xf32>\nreturn %y : tensor<2x3xf32>\n}\n'
const codeOfTanh = "const f = builder.function('main', { x: 'tensor<2x3xf32>' })\nconst [x] = f.arguments\nconst y = x.tanh().named('y')\nf.return(y)\n"

const openCode = (page) => stage(page).getByRole('tab', { name: 'Code', exact: true }).click()
const code = (page, name) => stage(page).getByRole('tabpanel', { name, exact: true })
const openLanguage = (page, name) => stage(page).getByRole('tab', { name, exact: true }).click()
const cellText = (page) => stage(page).getByRole('textbox', { name: 'JavaScript of the cell' })
const made = (page) => stage(page).getByRole('region', { name: 'Program of the cell' })
const printed = (page) => stage(page).getByRole('region', { name: 'Output of the cell' })
const runCell = (page) => stage(page).getByRole('button', { name: 'Run the cell' }).click()
const status = (page, text) => code(page, 'Cell').getByRole('status').getByText(text).waitFor()

async function openCell(page) {
  await openCode(page)
  await openLanguage(page, 'Cell')
  await cellText(page).waitFor()
}

async function writeCell(page, text) {
  await cellText(page).click()
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await pasteText(page, text, cellText(page))
}

test('the program is builder code in two languages, which follows the text and is copied', async () => {
  const { page, problems } = await openPage(site(), { permissions: ['clipboard-read', 'clipboard-write'] })
  await replaceProgram(page, tanh)
  await openCode(page)
  await code(page, 'JavaScript').getByText('const y = x.tanh()').waitFor()
  await openLanguage(page, 'C++')
  await code(page, 'C++').getByText('const Value y = f.Tanh(x);').waitFor()
  await code(page, 'C++').getByRole('checkbox', { name: 'Keep names' }).check()
  await code(page, 'C++').getByText('const Value y = f.Named(f.Tanh(x), "y");').waitFor()
  await openLanguage(page, 'JavaScript')
  await code(page, 'JavaScript').getByText("const y = x.tanh().named('y')").waitFor()
  const shown = code(page, 'JavaScript').locator('pre')
  assert.equal(await shown.textContent(), codeOfTanh)
  assert.equal(await shown.locator('.method').first().textContent(), '.function')
  await code(page, 'JavaScript').getByRole('button', { name: 'Copy', exact: true }).click()
  const byHand = code(page, 'JavaScript').getByRole('textbox', { name: 'Copy this by hand' })
  await code(page, 'JavaScript').getByText('Copied: JavaScript that makes this program.').or(byHand).waitFor()
  assert.equal((await byHand.count()) > 0 ? await byHand.inputValue() : await page.evaluate(() => navigator.clipboard.readText()), codeOfTanh)
  await replaceProgram(page, tanh.replace('tanh', 'sine'))
  await code(page, 'JavaScript').getByText('x.sine()').waitFor()
  assert.deepEqual(problems, [])
})

test('a program without builder code has a reason in its place, and code of an earlier program stays, paler', async () => {
  const { page, problems } = await openPage(site())
  const foreign = '\nfunc.func private @elsewhere(tensor<f32>) -> (tensor<f32> {a.b = 1 : i32})\n'
  await replaceProgram(page, tanh)
  await openCode(page)
  await code(page, 'JavaScript').getByText('x.tanh()').waitFor()
  await replaceProgram(page, tanh + foreign)
  await code(page, 'JavaScript').getByText('Line 6: the builder cannot make a declaration with attributes of results. The code is of the program before your edit.').waitFor()
  assert.ok(Number(await code(page, 'JavaScript').locator('pre').evaluate((pre) => getComputedStyle(pre).opacity)) < 1)
  assert.deepEqual(problems, [])
})

test('JavaScript of the cell makes a program, which is opened in the editor and runs', async () => {
  const { page, problems } = await openPage(site())
  await openCell(page)
  await keepScreenshot(page, 'cell')
  await runCell(page)
  await status(page, /^Made \d+ lines in \d+ ms\.$/)
  assert.equal(await printed(page).textContent(), 'Returns a tensor<4x8xf32>\n')
  assert.match(await made(page).textContent(), /%step4 = stablehlo\.multiply/)
  await status(page, /^Ran on a made input in \d+ ms\.$/)
  await writeCell(page, "const f = builder.function('main')\nlet x = f.constant(1.5)\nfor (let i = 0; i < 2; ++i) x = x.multiply(x)\nconsole.log([x], new Float32Array(2), { i: 1n })\nf.return(x)\n")
  await page.keyboard.press('Control+Enter')
  await made(page).getByText('dense<1.5>').waitFor()
  await status(page, /^Ran in \d+ ms\.$/)
  assert.equal(await code(page, 'Cell').getByRole('region', { name: 'Results of the cell' }).textContent(), 'tensor<f32> {5.062500e+00}')
  assert.equal(await printed(page).textContent(), '[Value tensor<f32>] Float32Array(2) [0, 0] { i: 1n }\n')
  await stage(page).getByRole('button', { name: 'Open in the editor' }).click()
  await stage(page).getByText('5.0625', { exact: true }).waitFor()
  assert.match(await program(page).textContent(), /dense<1\.5>/)
  await page.reload()
  await openCell(page)
  assert.match(await cellText(page).textContent(), /f\.constant\(1\.5\)/)
  assert.deepEqual(problems, [])
})

test('an error of the cell names its line, and what the builder refuses also its rule', async () => {
  const { page, problems } = await openPage(site())
  await openCell(page)
  const errors = code(page, 'Cell').getByRole('listitem')
  const wrongLine = () => stage(page).locator('.cm-wrongLine').textContent()
  await writeCell(page, "const f = builder.function('main', { x: tensorOf('f32', [2, 3]) })\nconst x = f.argument('x')\nconst y = x.reduce(0, { dimensions: [1] }, (a, b) =>\n  a.transpose({ permutation: [1] }))\nf.return(y)\n")
  await runCell(page)
  await errors.getByText(/permutation/).waitFor()
  assert.match(await errors.textContent(), /^Line 4.*transpose C2/s)
  assert.match(await wrongLine(), /a\.transpose/)
  await errors.getByRole('button', { name: 'Line 4' }).click()
  await page.keyboard.type('//')
  assert.equal(await stage(page).locator('.cm-wrongLine').count(), 0)
  await writeCell(page, 'const f = 1\n\nf.unknown()\n')
  await runCell(page)
  await errors.getByText('TypeError: f.unknown is not a function.').waitFor()
  assert.match(await wrongLine(), /f\.unknown/)
  await writeCell(page, "import { load } from 'paddock-hlo'\n")
  await runCell(page)
  await errors.getByText(/^SyntaxError: .*The cell has `builder` and `tensorOf` already and imports nothing\.$/).waitFor()
  assert.match(await wrongLine(), /^import/)
  await writeCell(page, 'const f = 1\nconst g = (\n')
  await runCell(page)
  await errors.getByText(/^SyntaxError: /).waitFor()
  await errors.getByRole('button', { name: /^Line [23]$/ }).waitFor()
  await writeCell(page, "builder.function('main')\n")
  await runCell(page)
  await errors.getByText('@main must end in Return.').waitFor()
  await writeCell(page, '// Nothing.\n')
  await runCell(page)
  await errors.getByText(/The code made no function/).waitFor()
  assert.deepEqual(problems, [])
})

test('code without an end leaves the page alone, and is ended by hand or by the limit', async () => {
  const { page, problems } = await openPage(site())
  await openCell(page)
  await writeCell(page, "console.log('going')\nfor (;;) {}\n")
  const stop = stage(page).getByRole('button', { name: 'Stop the cell' })
  await runCell(page)
  await printed(page).getByText('going').waitFor()
  await replaceProgram(page, 'func.func @main() -> tensor<f32> {\n%a = stablehlo.constant dense<2.5> : tensor<f32>\n%b = stablehlo.multiply %a, %a : tensor<f32>\nreturn %b : tensor<f32>\n}')
  await page.locator('.cm-valueColumn').getByText('6.25').waitFor()
  await stop.click()
  await status(page, 'Stopped.')
  assert.equal(page.frames().length, 1)
  await page.clock.install()
  await runCell(page)
  await printed(page).getByText('going').waitFor()
  await page.clock.fastForward(9_000)
  await stop.waitFor()
  await page.clock.fastForward(1_500)
  await status(page, 'Stopped after 10 s, which is the limit: the code had not ended.')
  assert.deepEqual(problems, [])
})

const attempts = (address) => `
const attempt = async (name, act) => {
  try { await act(); console.log(name, 'worked') } catch (error) { console.log(name, error?.name ?? 'refused') }
}
const socket = () => new Promise((open, fail) => {
  const one = new WebSocket('${address.replace('http', 'ws')}')
  one.onopen = open
  one.onerror = fail
})
const database = () => new Promise((open, fail) => {
  const asked = indexedDB.open('paddock')
  asked.onsuccess = open
  asked.onerror = () => fail(asked.error)
})
await attempt('own host', () => fetch('${address}index.html'))
await attempt('elsewhere', () => fetch('https://example.com'))
await attempt('socket', socket)
await attempt('script', () => importScripts('${address}docs/theme.js'))
await attempt('module', () => import('${address}docs/theme.js'))
await attempt('database', database)
await attempt('caches', () => caches.open('paddock'))
await attempt('page', () => parent.document)
await attempt('storage', () => localStorage.length)
await attempt('eval', () => eval('1'))
console.log(origin)
`

test('code of the cell reaches neither a network nor the page nor its storage', async () => {
  const { page, problems } = await openPage(site())
  await openCell(page)
  await writeCell(page, attempts(site().address))
  await runCell(page)
  await printed(page).getByText(/^null$/m).waitFor()
  const told = (await printed(page).textContent()).trim().split('\n')
  assert.equal(told.length, 11)
  assert.deepEqual(told.filter((line) => line.endsWith('worked')), [])
  assert.equal(told[7], 'page ReferenceError')
  for (const problem of problems) assert.match(problem, /Content Security Policy/)
  // The frame itself, while code runs in it.
  await writeCell(page, "console.log('going')\nfor (;;) {}\n")
  await runCell(page)
  await printed(page).getByText('going').waitFor()
  const frame = page.frames().find((one) => one.url().endsWith('/cell.html'))
  const refused = await frame.evaluate(async (address) => {
    const attempt = async (act) => { try { await act(); return 'worked' } catch (error) { return error.name } }
    return [await attempt(() => parent.document), await attempt(() => localStorage.length), await attempt(() => fetch(address)), await attempt(() => navigator.serviceWorker.register('x.js'))]
  }, site().address)
  assert.deepEqual(refused, ['SecurityError', 'SecurityError', 'TypeError', 'SecurityError'])
  await stage(page).getByRole('button', { name: 'Stop the cell' }).click()
  // The page takes no other messages, and text stays text.
  await writeCell(page, "console.log('<img src=x onerror=alert(1)>')\npostMessage({ kind: 'built', text: 5 })\nfor (;;) {}\n")
  await runCell(page)
  await code(page, 'Cell').getByText('The code was stopped: it posted what is no output of a cell, or too much.').waitFor()
  assert.equal(await printed(page).textContent(), '<img src=x onerror=alert(1)>\n')
  await writeCell(page, 'for (;;) console.log(1)\n')
  await runCell(page)
  await printed(page).getByText('Only 1000 lines are shown.').waitFor()
  await stage(page).getByRole('button', { name: 'Stop the cell' }).click()
})

test('the document of the frame runs no code for a page that frames it in its own origin', async () => {
  const { page } = await openPage({ ...site(), address: `${site().address}cell.html` })
  const answered = await page.evaluate(() => new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(data)
    window.postMessage({ code: '', wasm: new ArrayBuffer(8) }, '*', [port2])
    setTimeout(() => resolve('nothing'), 300)
  }))
  assert.equal(answered, 'nothing')
})

test('where the builder or the frame cannot be had, the cell says so', async () => {
  const missing = (route) => route.fulfill({ status: 404, body: 'not found' })
  const { page } = await openPage(site(), {}, async (page) => {
    await page.route('**/cell.html', missing)
    await page.route('**/paddock-builder*.wasm', missing)
  })
  await openCell(page)
  await runCell(page)
  await status(page, 'The builder could not be loaded: the host answered 404.')
  await page.unroute('**/paddock-builder*.wasm')
  await page.clock.install()
  await runCell(page)
  await stage(page).locator('iframe').waitFor({ state: 'attached' })
  await page.clock.fastForward(10_500)
  await status(page, /^The cell did not start: this browser or host does not allow the frame/)
})

test('builder code is tried in the cell, on a phone too', async () => {
  const { page, problems } = await openPage(site(), { viewport: { width: 390, height: 844 }, hasTouch: true })
  await replaceProgram(page, tanh)
  await openCode(page)
  await code(page, 'JavaScript').getByText('x.tanh()').waitFor()
  await stage(page).getByRole('button', { name: 'Try in the cell' }).click()
  await runCell(page)
  await made(page).getByText('stablehlo.tanh').waitFor()
  assert.match(await made(page).textContent(), /^func\.func @main\(%x: tensor<2x3xf32>\)/)
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  assert.ok(excess <= 0, `${excess} px too wide`)
  await settled(page)
  await keepScreenshot(page, 'cell-narrow')
  assert.deepEqual(problems, [])
})
