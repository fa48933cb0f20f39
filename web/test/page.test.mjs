// The built page, served under a sub-path and used as a person does.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { endless } from './programs.mjs'
import { column, keepScreenshot, openExample, openPage, program, replaceProgram, stage, useSite } from './story.mjs'

const site = useSite()

test('the opening program runs by itself and draws its horse', async () => {
  const { page, problems } = await openPage(site())
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

test('an endless loop is stopped, and the next program runs', async () => {
  const { page } = await openPage(site())
  await stage(page).getByRole('img').waitFor()
  await replaceProgram(page, endless)
  const stop = page.getByRole('button', { name: 'Stop' })
  await stop.waitFor()
  const start = Date.now()
  await stop.click()
  await page.getByRole('button', { name: 'Run', exact: true }).waitFor()
  assert.ok(Date.now() - start < 500)
  await page.getByRole('status').getByText(/Stopped at line/).waitFor()
  await openExample(page, "Newton's method")
  await stage(page).getByText('1.41421', { exact: true }).waitFor()
})

test('a large dot is stopped', async () => {
  const { page } = await openPage(site())
  await stage(page).getByRole('img').waitFor()
  await replaceProgram(page, `func.func @main(%a: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
%c = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
return %c : tensor<4096x4096xf32>
}`)
  await page.getByRole('status').getByText(/^Running line/).waitFor()
  const start = Date.now()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('button', { name: 'Run', exact: true }).waitFor()
  assert.ok(Date.now() - start < 500)
})

test('a lost engine is one calm bar, the text is safe, and it is started again', async () => {
  const { page, problems } = await openPage(site())
  await stage(page).getByRole('img').waitFor()
  const text = await program(page).textContent()
  await column(page).getByText('25x32 i32').waitFor()
  await page.workers()[0].evaluate(() => void setTimeout(() => { throw new Error('broken on purpose') }))
  // The loss is reported without a request; values that were read stay.
  await page.getByRole('alert').getByText(/^The engine was lost: /).waitFor()
  await page.locator('.cm-line', { hasText: '%bits = ' }).click()
  await column(page).getByText('25x32 i32').waitFor()
  await page.getByRole('alert').getByText(/^The engine was lost: .*\. Your text is safe\.$/).waitFor()
  assert.equal(await program(page).textContent(), text)
  await page.getByRole('alert').getByRole('button', { name: 'Run again' }).click()
  await page.getByRole('status').getByText(/Ran in/).waitFor()
  assert.equal(await page.getByRole('alert').count(), 0)
  await stage(page).getByRole('region', { name: '%bits', exact: true }).waitFor()
  assert.deepEqual(problems.filter((text) => !/broken on purpose/.test(text)), [])
  assert.ok(problems.length <= 1, problems.join())
})

test('too little memory is said, and more is given', async () => {
  const { page, problems } = await openPage(site())
  await stage(page).getByRole('img').waitFor()
  await replaceProgram(page, 'func.func @main() -> tensor<f32> {\n%a = stablehlo.iota dim = 0 : tensor<150000000xf64>\n%b = stablehlo.constant dense<2.5> : tensor<f32>\nreturn %b : tensor<f32>\n}')
  await page.getByRole('alert').getByText(/^The engine had too little memory: .* Your text is safe\.$/).waitFor()
  await page.getByRole('alert').getByRole('button', { name: 'Raise the limit to 2.15 GB' }).click()
  await page.getByRole('button', { name: /2\.15 GB/ }).waitFor()
  await stage(page).getByText('2.5', { exact: true }).waitFor()
  assert.equal(await page.getByRole('alert').count(), 0)
  assert.deepEqual(problems, [])
})

for (const [name, answer] of [['nothing', { status: 404, body: '' }], ['a web page', { status: 200, contentType: 'text/html', body: '<!doctype html><p>Not here</p>' }]]) {
  test(`where the host answers with ${name} for the engine, the page says so and the program can be read`, async () => {
    const { page } = await openPage(site(), {}, (page) => page.route('**/*.wasm', (route) => route.fulfill(answer)))
    await page.getByRole('alert').getByText(/^The engine could not be started: .* Your text is safe\.$/).waitFor()
    await page.locator('.cm-line', { hasText: '%bits = ' }).waitFor()
    await page.unroute('**/*.wasm')
    await page.getByRole('alert').getByRole('button', { name: 'Run again' }).click()
    await page.getByRole('status').getByText(/Ran in/).waitFor()
  })
}

test('without Workers the program runs in the page, and stops there', async () => {
  const { page, problems } = await openPage(site(), {}, (page) => page.addInitScript(() => { window.Worker = class { constructor() { throw new Error('no Worker here') } } }))
  await stage(page).getByRole('img').waitFor()
  await replaceProgram(page, endless)
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('status').getByText(/Stopped at line/).waitFor()
  assert.deepEqual(problems, [])
})

test('no text of a program becomes part of the page', async () => {
  const { page, problems } = await openPage(site())
  await stage(page).getByRole('img').waitFor()
  await replaceProgram(page, 'func.func @"<img src=x onerror=alert(1)>"() -> (tensor<f32> {jax.result_info = "<b>bold</b>"}) {\n%a = stablehlo.constant dense<1.0> : tensor<f32>\nreturn %a : tensor<f32>\n}')
  await stage(page).getByText('<b>bold</b>').waitFor()
  assert.deepEqual(problems, [])
})

test('the text is there again after a reload', async () => {
  const { page } = await openPage(site())
  await replaceProgram(page, 'func.func @main() -> tensor<f32> {\n%mine = stablehlo.constant dense<7.25> : tensor<f32>\nreturn %mine : tensor<f32>\n}')
  await stage(page).getByText('7.25', { exact: true }).waitFor()
  await page.reload()
  await page.locator('.cm-line', { hasText: '%mine = ' }).waitFor()
  await stage(page).getByText('7.25', { exact: true }).waitFor()
})

test('where storage throws the page works and says that nothing is kept', async () => {
  const { page, problems } = await openPage(site(), {}, (page) => page.addInitScript(() => Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException('no storage', 'SecurityError') } })))
  await replaceProgram(page, 'func.func @main() -> tensor<f32> {\n%a = stablehlo.constant dense<7.25> : tensor<f32>\nreturn %a : tensor<f32>\n}')
  await page.getByRole('status').getByText(/not kept in this frame/).waitFor()
  assert.deepEqual(problems, [])
})

test('in a frame of another site, sandboxed or not, it runs, draws and takes edits', async () => {
  const frames = { crossing: '', sandboxed: 'sandbox="allow-scripts allow-same-origin"' }
  const outer = createServer((_, response) => {
    const tags = Object.entries(frames).map(([title, sandbox]) => `<iframe title="${title}" ${sandbox} src="${site().address}" width="1200" height="500"></iframe>`)
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><html lang="en"><title>Another site</title><link rel="icon" href="data:,">${tags.join('')}`)
  })
  await new Promise((resolve) => outer.listen(0, '127.0.0.1', resolve))
  try {
    const context = await site().browser.newContext({ viewport: { width: 1300, height: 1100 } })
    const page = await context.newPage()
    const problems = []
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    page.on('pageerror', (error) => problems.push(error.message))
    // Browsers treat `localhost` as another site than 127.0.0.1, the page's.
    await page.goto(`http://localhost:${outer.address().port}/`)
    for (const title of Object.keys(frames)) {
      const frame = page.frameLocator(`iframe[title="${title}"]`)
      const values = stage(frame)
      await values.locator('canvas.picture').waitFor()
      await program(frame).click()
      await page.keyboard.press('Control+A')
      await page.keyboard.press('Delete')
      await page.keyboard.insertText('func.func @main() -> tensor<f32> {\n%a = stablehlo.constant dense<2.5> : tensor<f32>\n%b = stablehlo.multiply %a, %a : tensor<f32>\nreturn %b : tensor<f32>\n}')
      await values.getByText('6.25', { exact: true }).waitFor()
    }
    assert.deepEqual(problems, [])
  } finally {
    await new Promise((resolve) => outer.close(resolve))
  }
})

for (const [name, width, height] of [['wide', 1366, 820], ['narrow', 390, 844]]) {
  for (const colorScheme of ['light', 'dark']) {
    test(`nothing overflows the page, ${name} and ${colorScheme}`, async () => {
      const { page } = await openPage(site(), { viewport: { width, height }, colorScheme })
      await stage(page).getByRole('img').waitFor()
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      assert.ok(excess <= 0, `${excess} px too wide`)
      await keepScreenshot(page, `${name}-${colorScheme}`)
    })
  }
}

test('code is set in the font that the page brings, which weighs little', async () => {
  const sizes = []
  const { page, problems } = await openPage(site(), {}, (page) => page.on('response', async (response) => {
    if (/\.woff2$/.test(response.url())) sizes.push((await response.body()).length)
  }))
  await stage(page).getByRole('img').waitFor()
  await page.evaluate(() => document.fonts.ready)
  assert.ok(await page.evaluate(() => [...document.fonts].some(({ family, status }) => /Plex Mono/.test(family) && status === 'loaded')))
  assert.equal(sizes.length, 2)
  assert.ok(sizes[0] + sizes[1] < 30_000, `${sizes} bytes`)
  // Every character of formulas has the width of a letter, so all come from one font.
  const widths = await page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d')
    context.font = '20px "Plex Mono", serif'
    return ['a', '→', '≤', '×', '−', '…', '∞'].map((character) => context.measureText(character).width)
  })
  assert.deepEqual(widths, widths.map(() => widths[0]))
  assert.deepEqual(problems, [])
})
