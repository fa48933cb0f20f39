// <paddock-example> and <paddock-tensor> in pages of another origin, with their policies and in frames.
import { build } from 'esbuild'
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { doubled, exampleOf, pageOf, strictPolicy, useOrigins, visit } from './origins.mjs'
import { endless } from './programs.mjs'
import { keepScreenshot } from './story.mjs'

const origins = useOrigins()

const program = (page) => page.getByRole('textbox', { name: 'StableHLO program' })
const picture = (page, name = '3 by 4 elements from 2 to 24') => page.getByRole('img', { name })
const status = (page) => page.getByRole('status').first()
const run = (page) => page.getByRole('button', { name: 'Run' })

/// Returns the colour of the picture's first cell.
const firstColour = (page, name) => picture(page, name).evaluate((canvas) => [...canvas.getContext('2d').getImageData(5, 5, 1, 1).data])

async function replaceProgram(frame, page, text) {
  await program(frame).click()
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await page.keyboard.insertText(text)
}

/// Edits, runs and draws as a reader does; `frame` contains the element.
async function editsRunsAndDraws(frame, page = frame) {
  await run(frame).click()
  await picture(frame).waitFor()
  const before = await firstColour(frame, '3 by 4 elements from 2 to 24')
  await replaceProgram(frame, page, doubled.replace('[[1.0,', '[[50.0,'))
  await picture(frame, '3 by 4 elements from 4 to 100').waitFor()
  assert.notDeepEqual(await firstColour(frame, '3 by 4 elements from 4 to 100'), before)
}

test('an element served from one origin, in a page of another, edits, runs and draws in a Worker', async () => {
  const { put, site } = origins()
  put('/plain', pageOf(origins(), exampleOf(doubled)))
  const { page, problems } = await visit(origins(), `${site}/plain`)
  await editsRunsAndDraws(page)
  assert.equal(page.workers().length, 1)
  assert.doesNotMatch(await status(page).textContent(), /no Worker/)
  await keepScreenshot(page, 'element')
  assert.deepEqual(problems, [])
  await page.context().close()
})

test('a strict policy that names the package\'s origin has nothing to complain of', async () => {
  const { put, site, host } = origins()
  put('/strict', pageOf(origins(), exampleOf(doubled)), strictPolicy(origins(), `; worker-src blob:; connect-src ${host}; img-src data:`))
  const { page, problems } = await visit(origins(), `${site}/strict`)
  await editsRunsAndDraws(page)
  assert.equal(page.workers().length, 1)
  assert.deepEqual(problems, [])
  await page.context().close()
})

test('run="visible" is an attribute also for React, which assigns it to the property of that name', async () => {
  const { put, site, host } = origins()
  put('/assigned', pageOf(origins(), `<div id="root"></div><script type="module">
import '${host}/dist/element/index.js'
const example = document.createElement('paddock-example')
// As React 19 and Preact set the properties of a custom element.
for (const [name, value] of Object.entries({ run: 'visible', label: 'Doubled' })) {
  if (name in example) example[name] = value
  else example.setAttribute(name, value)
}
const pre = document.createElement('pre')
pre.textContent = ${JSON.stringify(doubled)}
example.append(pre)
document.querySelector('#root').append(example)
</script>`))
  const { page, problems } = await visit(origins(), `${site}/assigned`)
  await picture(page).waitFor()
  // A script still runs it by the method.
  const ended = await page.evaluate(async () => {
    const example = document.querySelector('paddock-example')
    const result = new Promise((resolve) => example.addEventListener('paddock-result', ({ detail }) => resolve(detail.result.status), { once: true }))
    await example.run()
    return result
  })
  assert.equal(ended, 'finished')
  assert.deepEqual(problems, [])
  await page.context().close()
})

test('where a policy allows scripts alone, the engine comes as one', async () => {
  const { put, site, host } = origins()
  put('/scripts', pageOf(origins(), exampleOf(doubled)), strictPolicy(origins(), '; worker-src blob:; img-src data:'))
  const { page, problems } = await visit(origins(), `${site}/scripts`)
  await editsRunsAndDraws(page)
  assert.equal(page.workers().length, 1)
  assert.ok(problems.every((problem) => problem.includes(`${host}/dist/paddock.wasm`)), problems.join('\n'))
  await page.context().close()
})

test('where a policy allows no Worker either, it runs in the page, says so, and stops there', async () => {
  const { put, site } = origins()
  put('/thread', pageOf(origins(), exampleOf(doubled)), strictPolicy(origins(), '; img-src data:'))
  const { page } = await visit(origins(), `${site}/thread`)
  await editsRunsAndDraws(page)
  assert.equal(page.workers().length, 0)
  assert.match(await status(page).textContent(), /In this page, as it allows no Worker\./)
  await replaceProgram(page, page, endless)
  await page.getByRole('button', { name: 'Stop' }).click()
  await status(page).getByText(/^Stopped at line \d+/).waitFor()
  await page.context().close()
})

test('bundled by esbuild, which leaves the engine\'s file behind, it takes the engine out of a script', async () => {
  const { put, site } = origins()
  const resolveDir = fileURLToPath(new URL('.', import.meta.url))
  const { outputFiles } = await build({ stdin: { contents: "import 'paddock-hlo/element'", resolveDir }, bundle: true, format: 'esm', write: false, logLevel: 'error' })
  put('/bundle.js', outputFiles[0].text, { 'content-type': 'text/javascript' })
  put('/bundled', `<!doctype html><html lang="en"><title>Bundled</title><link rel="icon" href="data:,"><script type="module" src="/bundle.js"></script>${exampleOf(doubled)}`)
  const { page } = await visit(origins(), `${site}/bundled`)
  await editsRunsAndDraws(page)
  assert.equal(page.workers().length, 1)
  await page.context().close()
})

test('it works in a frame of another site and in a sandboxed one, which keep nothing and copy nothing', async () => {
  const { put, site, otherSite } = origins()
  put('/inner', pageOf(origins(), exampleOf(doubled)))
  put('/outer', `<!doctype html><title>Frames</title><link rel="icon" href="data:,">
<iframe title="crossing" src="${otherSite}/inner" width="800" height="400"></iframe>
<iframe title="sandboxed" sandbox="allow-scripts" src="${site}/inner" width="800" height="400"></iframe>`)
  const { page, problems } = await visit(origins(), `${site}/outer`)
  for (const title of ['crossing', 'sandboxed']) {
    const frame = page.frameLocator(`iframe[title="${title}"]`)
    await editsRunsAndDraws(frame, page)
    assert.doesNotMatch(await status(frame).textContent(), /no Worker/)
    await frame.getByRole('button', { name: 'Copy' }).first().click()
    const field = frame.getByRole('textbox', { name: 'Copy this by hand' })
    assert.match(await field.inputValue(), /^func\.func @main/)
    assert.equal(await field.evaluate((area) => area.selectionEnd - area.selectionStart === area.value.length), true)
  }
  // In some browsers a frame of another site has separate storage; a sandboxed frame has none.
  const sandboxed = page.frames().find((frame) => frame !== page.mainFrame() && frame.url().startsWith(site))
  assert.match(await sandboxed.evaluate(() => { try { return String(localStorage) } catch (error) { return error.name } }), /SecurityError/)
  assert.match(await sandboxed.evaluate(() => caches.keys().catch((error) => error.name)).catch((error) => error.message), /SecurityError|caches is not defined/)
  assert.equal(page.workers().length, 2)
  assert.deepEqual(problems.filter((problem) => !/clipboard/i.test(problem)), [])
  await page.context().close()
})

test('it works in a page that is a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'paddock-page-'))
  try {
    const file = join(folder, 'page.html')
    writeFileSync(file, pageOf(origins(), exampleOf(doubled)))
    const { page, problems } = await visit(origins(), pathToFileURL(file).href, { permissions: ['clipboard-write'] })
    await editsRunsAndDraws(page)
    assert.equal(page.workers().length, 1)
    await page.getByRole('button', { name: 'Copy', exact: true }).first().click()
    await status(page).getByText('Copied.').waitFor()
    assert.deepEqual(problems, [])
    await page.context().close()
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the examples of a document share one engine, and each frame has its own', async () => {
  const { put, site } = origins()
  put('/three', pageOf(origins(), exampleOf(doubled).repeat(3)))
  put('/frames', `<!doctype html><title>Frames</title><link rel="icon" href="data:,">${`<iframe src="/three" width="800" height="300"></iframe>`.repeat(3)}`)
  const { page } = await visit(origins(), `${site}/three`)
  for (const i of [0, 1, 2]) await run(page).nth(i).click()
  await picture(page).nth(2).waitFor()
  assert.equal(page.workers().length, 1)
  await page.goto(`${site}/frames`)
  for (const i of [0, 1, 2]) {
    const frame = page.frameLocator('iframe').nth(i)
    await run(frame).first().click()
    await picture(frame).first().waitFor()
  }
  assert.equal(page.workers().length, 3)
  await page.context().close()
})

test('a second version on the page is left out, and says so calmly', async () => {
  const { put, site, host } = origins()
  put('/twice', `${pageOf(origins(), exampleOf(doubled))}<script type="module" src="${host}/other-version/dist/element/index.js"></script>`)
  const { page, problems } = await visit(origins(), 'about:blank')
  const said = []
  page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`))
  await page.goto(`${site}/twice`)
  await run(page).click()
  await picture(page).waitFor()
  assert.equal(page.workers().length, 1)
  assert.deepEqual(said.filter((line) => line.startsWith('info')).length, 2)
  assert.match(said.join('\n'), /info: <paddock-example> is here already, of paddock-hlo \d+\.\d+\.\d+: that one is used/)
  assert.deepEqual(problems, [])
  await page.context().close()
})

test('before it is touched it weighs less than 15 KB, and when it is nothing moves', async (t) => {
  const { put, site, host } = origins()
  const source = '/program.mlir'
  put(source, doubled)
  // With a height from the page, the definition of the element moves nothing either.
  const heights = '<style>paddock-example { display: block; height: 420px }</style>'
  put('/shift', pageOf(origins(), `${exampleOf(doubled)}<paddock-example src="${source}"></paddock-example>`))
  put('/tall', pageOf(origins(), `${heights}${exampleOf(doubled)}<paddock-example src="${source}"></paddock-example>`))
  const { page } = await visit(origins(), 'about:blank')
  const loaded = []
  page.on('response', async (response) => response.url().startsWith(host) && loaded.push(response))
  await page.addInitScript(() => {
    window.shift = 0
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => (window.shift += entry.value))).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(`${site}/shift`)
  await program(page).nth(1).getByText('stablehlo.add').waitFor()
  const sizes = await Promise.all(loaded.map(async (response) => (await response.request().sizes()).responseBodySize))
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  t.diagnostic(`before it is touched: ${loaded.length} files, ${bytes} bytes gzip`)
  assert.ok(bytes < 15_000, `${bytes} bytes`)
  await page.evaluate(() => (window.shift = 0))
  const before = await page.locator('#below').boundingBox()
  // By script, because browsers exclude layout shifts after a click.
  await page.evaluate(() => document.querySelectorAll('paddock-example').forEach((one) => void one.run()))
  await picture(page).nth(1).waitFor()
  assert.deepEqual(await page.locator('#below').boundingBox(), before)
  assert.ok((await page.evaluate(() => window.shift)) < 0.001)
  await page.goto(`${site}/tall`)
  await program(page).nth(1).getByText('stablehlo.add').waitFor()
  await run(page).first().click()
  await picture(page).first().waitFor()
  assert.equal((await page.locator('paddock-example').first().boundingBox()).height, 420)
  assert.ok((await page.evaluate(() => window.shift)) < 0.001)
  await page.context().close()
})

test('at 420 pixels nothing of an element is cut', async () => {
  const { put, site } = origins()
  put('/narrow', pageOf(origins(), `<style>paddock-example { width: 420px }</style>${exampleOf(doubled)}`))
  const { page, problems } = await visit(origins(), `${site}/narrow`)
  await run(page).click()
  await picture(page).waitFor()
  await page.getByRole('status').getByText(/Ran in/).first().waitFor()
  const cut = await page.locator('paddock-example').evaluate((host) => {
    const { left, right } = host.getBoundingClientRect()
    const parts = [...host.shadowRoot.querySelectorAll('.bar button, .status, .legend > *, .copies > *, .result-title, .axes, .picture')]
    const isCut = (part) => {
      const box = part.getBoundingClientRect()
      const isOut = box.width > 0 && (box.left < left || box.right > right)
      return isOut || (part.matches('.status') && (part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight))
    }
    return parts.filter(isCut).map((part) => `${part.className}: ${part.textContent}`)
  })
  assert.deepEqual(cut, [])
  // With few rows the cells are as large as their numbers need.
  const { width, height } = await picture(page).boundingBox()
  assert.ok(width / 4 >= 34 && height / 3 >= 34, `${width} by ${height}`)
  await keepScreenshot(page, 'element-420')
  assert.deepEqual(problems, [])
  await page.context().close()
})
