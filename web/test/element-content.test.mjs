// Content of <paddock-example> and <paddock-tensor>: appearance and use.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { load } from 'paddock-hlo'
import { doubled, exampleOf, pageOf, useOrigins, visit } from './origins.mjs'
import { keepScreenshot } from './story.mjs'

const origins = useOrigins()
const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

const escaped = doubled.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const program = (page) => page.getByRole('textbox', { name: 'StableHLO program' })
const picture = (page, name = '3 by 4 elements from 2 to 24') => page.getByRole('img', { name })
const status = (page) => page.getByRole('status').first()
const run = (page) => page.getByRole('button', { name: 'Run' })

async function open(content, options = {}) {
  const { put, site } = origins()
  put('/page', pageOf(origins(), content))
  return visit(origins(), `${site}/page`, options)
}

test('the page of the docs works as pasted', async () => {
  const { put, site, host } = origins()
  const { version } = JSON.parse(read('wasm/package/package.json'))
  const pasted = /```html\n([\s\S]*?)```/.exec(read('docs/element.md'))[1]
  const served = pasted.replace(`https://cdn.jsdelivr.net/npm/paddock-hlo@${version}`, host)
  assert.notEqual(served, pasted)
  put('/pasted', served)
  const { page, problems } = await visit(origins(), `${site}/pasted`)
  await run(page).click()
  await picture(page, '4 by 6 elements from 0 to 9').waitFor()
  assert.deepEqual(problems.filter((problem) => !problem.includes('404')), [])
  await page.context().close()
})

test('the scripts and the style of the docs hear of results, bring an engine of their own, and colour it', async () => {
  const { put, site, host } = origins()
  const [listener, provider] = [...read('docs/element.md').matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code)
  const imports = { 'paddock-hlo': `${host}/dist/index.js`, 'paddock-hlo/element': `${host}/dist/element/index.js` }
  put('/colours.css', /```css\n([\s\S]*?)```/.exec(read('docs/element.md'))[1], { 'content-type': 'text/css' })
  put('/listener.js', listener, { 'content-type': 'text/javascript' })
  put('/provider.js', provider, { 'content-type': 'text/javascript' })
  put('/assets/paddock.wasm', readFileSync(new URL('../../wasm/package/dist/paddock.wasm', import.meta.url)), { 'content-type': 'application/wasm' })
  put('/scripts', `<!doctype html><html lang="en"><title>Scripts</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/colours.css"><script type="importmap">${JSON.stringify({ imports })}</script>
${exampleOf(doubled)}<script type="module" src="/provider.js"></script><script type="module" src="/listener.js"></script>`)
  const { page, problems } = await visit(origins(), 'about:blank')
  const asked = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`${site}/scripts`)
  const heard = page.waitForEvent('console', (message) => message.type() === 'log')
  await run(page).click()
  const data = await (await heard).args()[0].evaluate((array) => [...array])
  assert.deepEqual(data, [2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24])
  assert.equal(await run(page).evaluate((button) => getComputedStyle(button).getPropertyValue('--green')), '#06509b')
  assert.deepEqual(asked.filter((url) => url.endsWith('.wasm')), [`${site}/assets/paddock.wasm`])
  assert.deepEqual(problems, [])
  await page.context().close()
})

test('an address may lead to a portable artifact, and a broken one says why', async () => {
  const { put } = origins()
  const paddock = await load()
  const bytes = Buffer.from(await (await paddock.parse(doubled)).toArtifact({ version: '1.9' }))
  paddock.close()
  put('/doubled.mlirbc', bytes, { 'content-type': 'application/octet-stream' })
  put('/cut.mlirbc', bytes.subarray(0, 80), { 'content-type': 'application/octet-stream' })
  const { page, problems } = await open('<paddock-example src="/doubled.mlirbc"></paddock-example><paddock-example src="/cut.mlirbc"></paddock-example>')
  await program(page).first().getByText('stablehlo.add', { exact: true }).waitFor()
  await run(page).first().click()
  await picture(page).waitFor()
  await page.getByText(/cut\.mlirbc could not be read: .*section '[\w ]+', byte \d+/).waitFor()
  assert.deepEqual(problems, [])
  await page.context().close()
})

test('an escaped program is there to read without JavaScript, and is taken over in place', async () => {
  const content = `<paddock-example><pre>${escaped}</pre></paddock-example>`
  const { page: plain } = await open(content, { javaScriptEnabled: false })
  assert.equal(await plain.locator('pre').textContent(), doubled)
  assert.ok(await plain.locator('pre').isVisible())
  await plain.context().close()
  const { page, problems } = await open(content)
  assert.equal(await program(page).textContent(), doubled)
  const places = () => Promise.all(['stablehlo.add', '@main'].map((word) => program(page).getByText(word, { exact: true }).evaluate((span) => {
    const { x, y, width } = span.getBoundingClientRect()
    const { color, fontWeight, fontStyle } = getComputedStyle(span)
    return { x: Math.round(x), y: Math.round(y), width: Math.round(width), color, fontWeight, fontStyle }
  })))
  const before = await places()
  await run(page).click()
  await picture(page).waitFor()
  assert.deepEqual(await places(), before)
  assert.deepEqual(problems, [])
  await page.context().close()
})

test('types that HTML took for tags are explained, and Markdown\'s coloured words are none', async () => {
  const scalar = 'func.func @f(%a: tensor<f32>, %b: tensor<?x4xf32>) -> tensor<i1>'
  const { page } = await open(`<paddock-example id="raw">${scalar}</paddock-example>
<paddock-example id="pre"><pre>${scalar}</pre></paddock-example>
<paddock-example id="unknown"><pre>%a : tensor<?x4x8></pre></paddock-example>
<paddock-example id="coloured"><pre><code class="hl"><span>%a</span> : tensor&lt;f32&gt; <!-- note --></code></pre></paddock-example>
<paddock-example id="none"></paddock-example>`)
  for (const id of ['raw', 'pre']) await page.locator(`#${id}`).getByText('it took <f32> for a tag. Put the program into <script type="text/mlir">').waitFor()
  await page.locator('#unknown').getByText('it took <?x4x8').waitFor()
  assert.equal(await program(page.locator('#coloured')).textContent(), '%a : tensor<f32>')
  assert.equal(await page.locator('#coloured').getByText('HTML removed').count(), 0)
  await page.locator('#none').getByText('This example has no program.').waitFor()
  await page.context().close()
})

test('a program of its own address is fetched, and one that is not there is a sentence', async () => {
  const { put } = origins()
  put('/double.mlir', doubled)
  const { page } = await open('<paddock-example id="there" src="double.mlir" run="visible"></paddock-example><paddock-example id="gone" src="gone.mlir"></paddock-example>')
  await picture(page.locator('#there')).waitFor()
  await page.locator('#gone').getByText(/The program could not be fetched: http.*gone\.mlir answered 404/).waitFor()
  await page.context().close()
})

test('of a grid the reader chooses the process that is shown, beside the buttons', async () => {
  const grid = exampleOf('// num_replicas: 2\n%id = stablehlo.replica_id : tensor<ui32>\n%two = stablehlo.broadcast_in_dim %id, dims = [] : (tensor<ui32>) -> tensor<2x2xui32>', 'id="grid"')
  const { page, problems } = await open(`${grid}<paddock-tensor id="follows" for="grid" value="%two"></paddock-tensor><paddock-tensor id="first" for="grid" process="(0, 0)"></paddock-tensor><paddock-tensor id="none" for="grid" process="2, 0"></paddock-tensor>`, { viewport: { width: 900, height: 3000 } })
  assert.ok(await page.getByRole('combobox', { name: 'Process' }).isHidden())
  await run(page).click()
  const shown = (id, value) => picture(page.locator(id), `2 by 2 elements from ${value} to ${value}`).waitFor()
  await shown('#grid', 0)
  await status(page).getByText(/It had 2 x 1 processes\./).waitFor()
  await shown('#follows', 0)
  await page.locator('#none').getByText('The grid of 2 x 1 has no process 2, 0.').waitFor()
  await page.getByRole('combobox', { name: 'Process' }).selectOption('(1, 0)')
  await shown('#grid', 1)
  await shown('#follows', 1)
  await shown('#first', 0)
  // The next run keeps the choice.
  await run(page).click()
  await shown('#grid', 1)
  await shown('#follows', 1)
  assert.deepEqual(problems, [])
  await page.context().close()
})

test('errors are told with what mends them, and the value of a line is shown', async () => {
  const { page } = await open(exampleOf(doubled.replace('%b = stablehlo.add %a, %a : tensor<3x4xf32>', '%b = stablehlo.add %a, %c : tensor<3x4xf32>')))
  await run(page).click()
  await page.getByRole('listitem').getByText(/%c/).first().waitFor()
  await status(page).getByText('One error.').waitFor()
  await page.getByRole('button', { name: 'Reset' }).click()
  await page.locator('paddock-example').evaluate((one, text) => (one.program = text), doubled)
  await picture(page).waitFor()
  await page.getByText('%a = stablehlo.constant').click()
  await picture(page, '3 by 4 elements from 1 to 12').waitFor()
  await page.context().close()
})

test('the keyboard is enough: to the program, an edit, on to Run, and to the values', async () => {
  const { page } = await open(exampleOf(doubled))
  await page.keyboard.press('Tab')
  await page.locator('.cm-content').waitFor()
  await picture(page).waitFor()
  await page.keyboard.press('Control+Home')
  for (let i = 0; i < 2; ++i) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.insertText('%c = stablehlo.negate %b : tensor<3x4xf32>')
  await picture(page, '3 by 4 elements from -24 to -2').waitFor()
  await page.keyboard.press('Tab')
  assert.equal(await run(page).evaluate((button) => button.getRootNode().activeElement === button), true)
  await page.keyboard.press('Enter')
  for (let i = 0; i < 3; ++i) await page.keyboard.press('Tab')
  assert.equal(await page.getByRole('region', { name: 'Values' }).evaluate((pane) => pane.getRootNode().activeElement === pane), true)
  await page.context().close()
})

test('colours follow the reader\'s setting, the attribute and the page\'s own properties', async () => {
  const { page } = await open(`<style>#own { --ground: rgb(1, 2, 3); }</style>${exampleOf(doubled, 'id="usual"')}${exampleOf(doubled, 'id="light" theme="light"')}${exampleOf(doubled, 'id="own"')}`, { colorScheme: 'dark' })
  const ground = (id) => page.locator(`#${id}`).evaluate((host) => getComputedStyle(host).backgroundColor)
  assert.deepEqual([await ground('usual'), await ground('light'), await ground('own')], ['rgb(19, 23, 21)', 'rgb(251, 250, 246)', 'rgb(1, 2, 3)'])
  await run(page).first().click()
  await picture(page).waitFor()
  await keepScreenshot(page, 'element-dark')
  await page.emulateMedia({ colorScheme: 'light' })
  assert.equal(await ground('usual'), 'rgb(251, 250, 246)')
  await page.context().close()
})

test('copy gives the text as it stands, and scripts hear of results', async () => {
  const { page } = await open(exampleOf(doubled), { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.getByRole('button', { name: 'Copy' }).first().click()
  await status(page).getByText('Copied.').waitFor()
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), doubled)
  const heard = await page.locator('paddock-example').evaluate(async (example) => {
    const result = new Promise((resolve) => document.addEventListener('paddock-result', resolve, { once: true }))
    void example.run()
    const { detail } = await result
    return { status: detail.result.status, elements: [...(await detail.result.results[0].data())], entry: detail.program.entry.name }
  })
  assert.deepEqual(heard, { status: 'finished', entry: 'main', elements: Array.from({ length: 12 }, (_, i) => 2 * (i + 1)) })
  await page.context().close()
})

/// A .npy file of 32-bit floats.
function npy(shape, numbers) {
  const header = `{'descr': '<f4', 'fortran_order': False, 'shape': (${shape.join(', ')},), }`
  const padded = header.padEnd(117) + '\n'
  const head = Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, padded.length & 255, padded.length >> 8])
  return Buffer.concat([head, Buffer.from(padded, 'latin1'), Buffer.from(Float32Array.from(numbers).buffer)])
}

test('a tensor is drawn from its literal, a file, an example\'s value and a script', async () => {
  const { put, host } = origins()
  put('/array.npy', npy([2, 3], [1, 2, 3, 4, 5, 6]))
  const { page, problems } = await open(`<paddock-tensor id="literal"><script type="text/mlir">dense<[[1.5, 2.5]]> : tensor<1x2xf32></script></paddock-tensor>
<paddock-tensor id="typed" type="tensor<2x2xi32>">[[1, 2], [3, 9]]</paddock-tensor>
<paddock-tensor id="file" src="array.npy" label="From a file"></paddock-tensor>
${exampleOf(doubled, 'id="sum"')}
<paddock-tensor id="value" for="sum" value="%a"></paddock-tensor>
<paddock-tensor id="given"><p slot="result">Recorded.</p></paddock-tensor>
<paddock-tensor id="wrong">1, 2</paddock-tensor>`, { viewport: { width: 900, height: 3000 } })
  await picture(page.locator('#literal'), '1 by 2 elements from 1.5 to 2.5').waitFor()
  await picture(page.locator('#typed'), '2 by 2 elements from 1 to 9').waitFor()
  await picture(page.locator('#file'), '2 by 3 elements from 1 to 6').waitFor()
  await page.locator('#file').getByRole('heading', { name: 'From a file' }).waitFor()
  await page.locator('#value').getByText('It is drawn when its example has run.').waitFor()
  await run(page).click()
  await picture(page.locator('#value'), '3 by 4 elements from 1 to 12').waitFor()
  await page.locator('#wrong').getByText(/A tensor is written as dense/).waitFor()
  assert.ok(await page.locator('#given').getByText('Recorded.').isVisible())
  await page.locator('#given').evaluate(async (tensor, address) => {
    const { load } = await import(address)
    const program = await (await load()).parse('func.func @main(%x: tensor<1x3xf32>) -> tensor<1x3xf32> {\n return %x : tensor<1x3xf32>\n}')
    tensor.tensor = (await program.run({ inputs: [new Float32Array([7, 8, 9])] })).results[0]
  }, `${host}/dist/index.js`)
  await picture(page.locator('#given'), '1 by 3 elements from 7 to 9').waitFor()
  await keepScreenshot(page, 'tensors')
  assert.deepEqual(problems, [])
  await page.context().close()
})

test('a page may say where its engine comes from', async () => {
  const { host } = origins()
  const { page } = await open(`<script type="module">
import { load } from '${host}/dist/index.js'
import { provideEngine } from '${host}/dist/element/index.js'
provideEngine(() => { window.asked = (window.asked ?? 0) + 1; return load({ wasm: '${host}/dist/paddock.wasm', worker: false }) })
</script>${exampleOf(doubled).repeat(2)}`)
  for (const i of [0, 1]) await run(page).nth(i).click()
  await picture(page).nth(1).waitFor()
  assert.equal(await page.evaluate(() => window.asked), 1)
  assert.equal(page.workers().length, 0)
  await page.context().close()
})
