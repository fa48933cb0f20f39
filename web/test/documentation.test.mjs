// The documentation site: it is complete, its links work, and its search finds pages.
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path/posix'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { load } from 'paddock-hlo'
import { exportsOf, packageExports, undocumented } from '../site/declarations.mjs'
import { keepScreenshot, openPage, replaceProgram, useSite } from './story.mjs'

const site = useSite()
const folder = fileURLToPath(new URL('../dist/docs/', import.meta.url))
const pages = new Map(
  readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.html'))
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
)

async function opTable() {
  const paddock = await load()
  try {
    return await paddock.opTable()
  } finally {
    paddock.close()
  }
}

const unescape = (text) => text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

test('every link of the site leads somewhere', () => {
  const ids = new Map([...pages].map(([name, html]) => [name, new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => unescape(id)))]))
  const broken = []
  for (const [name, html] of pages) {
    for (const [, href] of html.matchAll(/<a[^>]* href="([^"]*)"/g)) {
      if (/^[a-z]+:/.test(href)) continue
      const [path, anchor] = unescape(href).split('#')
      const target = path === '' ? name : normalize(join(dirname(name), path))
      const isPlayground = target === '../index.html'
      const isThere = isPlayground || (ids.has(target) && (anchor === undefined || ids.get(target).has(anchor)))
      if (!isThere) broken.push(`${name}: ${href}`)
    }
    for (const [, source] of html.matchAll(/<img[^>]* src="([^"]*)"/g)) {
      if (!existsSync(join(folder, dirname(name), source))) broken.push(`${name}: ${source}`)
    }
  }
  assert.deepEqual(broken, [])
})

test('every operation has a page with its rules, each under its label, and an example', async () => {
  const { ops } = await opTable()
  const without = []
  for (const { name, dialect, constraints, runs } of ops) {
    const html = pages.get(`ops/${name}.html`)
    assert.ok(html, name)
    for (const { label } of constraints) assert.ok(html.includes(`<dt id="${label}">`), `${name} ${label}`)
    if (!html.includes('id="example"') && (runs || !html.includes('but does not run'))) without.push(name)
    // Each rule that is checked before a run has a program that breaks it, with the checker's message.
    const isJudged = constraints.some(({ when }) => when === 'check')
    if (isJudged && dialect === 'stablehlo' && !html.includes('id="refused"')) without.push(`${name}: refused`)
  }
  assert.deepEqual(without, [])
})

test('every export of the package has an entry in the reference, with a comment on it and on each of its parts', () => {
  const html = pages.get('javascript-reference.html')
  const found = packageExports()
  assert.deepEqual(found.map(({ entry, exported }) => [entry, exported.length > 0]), ['', '/inline', '/builder', '/element', '/codemirror'].map((name) => [`paddock-hlo${name}`, true]))
  const ids = new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => unescape(id)))
  const all = found.flatMap(({ exported }) => exported)
  assert.ok(all.length > 80, `${all.length}`)
  assert.deepEqual(undocumented(all), [])
  assert.deepEqual(all.flatMap(({ name, members }) => [name, ...members.map((member) => `${name}.${member.name}`)]).filter((id) => !ids.has(id)), [])
})

test('the reference shows parameters and errors, linked', () => {
  const html = pages.get('javascript-reference.html')
  const [entry] = /<dt id="Program\.toArtifact">[^]*?<\/dl>/.exec(html)
  assert.match(entry, /toArtifact\(options\?: \{/)
  assert.match(entry, /<dt><code>options<\/code><\/dt>/)
  assert.match(entry, /<dt class="throws">throws<\/dt><dd><a href="#ProgramError">/)
})

test('an export, a member or a parameter without a comment is found', () => {
  const types = mkdtempSync(join(tmpdir(), 'paddock-types-'))
  try {
    writeFileSync(join(types, 'index.d.ts'), `/** Adds.\n * @param a One. */\nexport declare function add(a: number, b: number): number\n/** Box. */\nexport interface Box {\n  width: number\n  /** Height. */\n  height: number\n}\nexport type Size = number\n`)
    assert.deepEqual(undocumented(exportsOf(types, 'index.d.ts')), ['add(b)', 'Box.width', 'Size'])
  } finally {
    rmSync(types, { recursive: true })
  }
})

test('a page shows what an operation takes and makes, and what breaks a rule', () => {
  const html = pages.get('ops/stablehlo.transpose.html')
  const pictures = [...html.matchAll(/aria-label="([^"]*)"/g)].map(([, label]) => label)
  assert.ok(pictures.includes('1, 2, 3, 4, 5, 6'), pictures.join('; '))
  assert.ok(pictures.includes('1, 4, 2, 5, 3, 6'), pictures.join('; '))
  assert.match(html, /<span class="[^"]*wrong[^"]*">/)
  assert.match(html, /<p class="problem">transpose \(C\d+\): /)
})

test('an operation is found by its parts, with the keyboard alone', async () => {
  const { page, problems } = await openPage({ ...site(), address: `${site().address}docs/index.html` })
  await page.keyboard.press('/')
  await page.keyboard.type('dot gen')
  await page.getByRole('option', { name: /stablehlo\.dot_general/ }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/docs\/ops\/stablehlo\.dot_general\.html$/)
  assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'stablehlo.dot_general')
  await keepScreenshot(page, 'documentation-operation')
  assert.deepEqual(problems, [])
  await page.context().close()
})

test('nothing hangs over the edge of a narrow window', async () => {
  for (const name of ['index.html', 'command.html', 'numerics.html', 'ops.html', 'cpp.html', 'javascript-reference.html', 'ops/stablehlo.convolution.html']) {
    const { page, problems } = await openPage({ ...site(), address: `${site().address}docs/${name}` }, { viewport: { width: 390, height: 844 } })
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    assert.ok(width <= 390, `${name} is ${width} pixels wide`)
    assert.deepEqual(problems, [])
    await page.context().close()
  }
})

test('a broken rule on the page leads to the rule in the documentation', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, `func.func @main(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %y = stablehlo.transpose %x, dims = [0, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %y : tensor<3x2xf32>
}`)
  const rule = page.getByRole('link', { name: 'Rule' }).first()
  const opened = page.context().waitForEvent('page')
  await rule.click()
  const documentation = await opened
  await documentation.waitForURL(/docs\/ops\/stablehlo\.transpose\.html#C2$/)
  await documentation.getByText('permutation is a permutation of range(rank(operand))').waitFor()
  assert.deepEqual(problems, [])
  await page.context().close()
})

test('the first page begins with a program that runs', async () => {
  const { page, problems } = await openPage({ ...site(), address: `${site().address}docs/index.html` })
  const example = page.locator('main paddock-example').first()
  const isAbove = await example.evaluate((one) => one.getBoundingClientRect().top < innerHeight / 2)
  assert.ok(isAbove)
  await example.getByRole('img').first().waitFor()
  await keepScreenshot(page, 'documentation-home')
  assert.deepEqual(problems, [])
  await page.context().close()
})

test('what JAX writes and what numbers become is shown by programs that run', () => {
  for (const name of ['from-jax.html', 'numerics.html']) assert.match(pages.get(name), /<paddock-example/, name)
})

test('what is found is shown with its words around', async () => {
  const { page, problems } = await openPage({ ...site(), address: `${site().address}docs/index.html` })
  await page.keyboard.press('/')
  await page.keyboard.type('seconds of planning')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('nearly normal')
  const found = page.getByRole('option').filter({ hasText: 'floats' }).first()
  await found.waitFor()
  assert.deepEqual((await found.locator('mark').allInnerTexts()).map((word) => word.toLowerCase()).filter((word, i, all) => all.indexOf(word) === i).sort(), ['nearly', 'normal'])
  await keepScreenshot(page, 'documentation-search')
  assert.deepEqual(problems, [])
  await page.context().close()
})
