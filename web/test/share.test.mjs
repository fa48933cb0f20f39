// Links: a program, its inputs and its view are given away and opened.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { findings } from './axe.mjs'
import { dropFile } from './drop.mjs'
import { decodeFragment, encodeFragment, fragmentOfJson, plain } from './link-code.mjs'
import { npyOf } from './npy.mjs'
import { endless } from './programs.mjs'
import { chance } from './chance.mjs'
import { column, openExample, openPage, program, replaceProgram, settled, stage, useSite } from './story.mjs'

const site = useSite()
const links = new URL('../../tests/links/', import.meta.url)

const paddock = process.env.PADDOCK ?? fileURLToPath(new URL('../../build/native/bin/paddock', import.meta.url))
const twice = (number) => `func.func @main(%x: tensor<2x3xf32>, %y: tensor<?xi32>) -> tensor<2x3xf32> {\n  %a = stablehlo.constant dense<${number}> : tensor<2x3xf32>\n  %b = stablehlo.add %a, %x : tensor<2x3xf32>\n  return %b : tensor<2x3xf32>\n}`
const square = (number) => `func.func @main() -> tensor<f32> {\n  %a = stablehlo.constant dense<${number}> : tensor<f32>\n  %b = stablehlo.multiply %a, %a : tensor<f32>\n  return %b : tensor<f32>\n}`

const shareDialog = (page) => page.getByRole('dialog', { name: 'Share' })
const linkBar = (page) => page.getByRole('status', { name: 'Link' })
const ran = (page) => page.getByRole('status').getByText(/^Ran in/).waitFor()
const textOf = (page) => page.locator('.cm-line').evaluateAll((lines) => lines.map((line) => line.textContent).join('\n'))
const fingerprint = async (page) => /Fingerprint of the results: (\w+)/.exec(await page.getByRole('status').getByText(/Fingerprint/).first().textContent())[1]

const numbers = (count) => Array.from({ length: count }, (_, i) => 1.25 * (i + 1))

/** The link that the Share dialog shows; closes it. */
async function share(page) {
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const link = await shareDialog(page).getByRole('textbox', { name: 'The link' }).inputValue()
  await shareDialog(page).getByRole('button', { name: 'Close' }).click()
  return link
}

/** A new visitor whose page has this fragment. */
const openLink = (fragment, options = {}) => openPage({ ...site(), address: `${site().address}#${fragment.replace(/^.*#/, '')}` }, options)

/** Does as a person who pastes a link into the address bar of an open page. */
const pasteAddress = (page, fragment) => page.evaluate((hash) => (location.hash = hash), fragment.replace(/^.*#/, ''))

test('a link gives a stranger the program, its inputs, its grid, its numerics and the view, with the same bits', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, twice('1.5'))
  await ran(page)
  await page.getByRole('tab', { name: /^Inputs/ }).click()
  const sizeOfY = (page) => stage(page).getByRole('spinbutton', { name: 'Size 0 of %y' })
  await sizeOfY(page).fill('6')
  await sizeOfY(page).press('Enter')
  await settled(page)
  await page.getByRole('textbox', { name: /Grid of processes/ }).fill('2 x 1')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /SIMD/ }).click()
  await page.getByRole('dialog', { name: 'Engine' }).getByRole('combobox', { name: /^Numerics/ }).selectOption('fast')
  await page.getByRole('dialog', { name: 'Engine' }).getByRole('button', { name: 'Close' }).click()
  await page.locator('.cm-line', { hasText: '%b = ' }).click()
  await settled(page)
  const link = await share(page)
  assert.ok(link.startsWith(`${site().address}#p1.`), link)
  const other = await openLink(link)
  await ran(other.page)
  await settled(other.page)
  assert.equal(await textOf(other.page), twice('1.5'))
  assert.equal(await other.page.getByRole('textbox', { name: /Grid of processes/ }).inputValue(), '2 x 1')
  await other.page.getByRole('button', { name: /fast numerics/ }).waitFor()
  assert.equal(await other.page.getByRole('tab', { name: /^Inputs/ }).getAttribute('aria-selected'), 'true')
  assert.equal(await sizeOfY(other.page).inputValue(), '6')
  await other.page.getByRole('tab', { name: 'Value' }).click()
  await stage(other.page).getByRole('region', { name: '%b', exact: true }).waitFor()
  assert.equal(await fingerprint(other.page), await fingerprint(page))
  assert.deepEqual([...problems, ...other.problems], [])
})

test('released links give the bits of the day they were made', async () => {
  const golden = readdirSync(links).flatMap((file) => JSON.parse(readFileSync(new URL(file, links), 'utf8'))).filter(({ hash }) => hash !== undefined)
  assert.ok(golden.length >= 3)
  for (const { fragment, hash } of golden) {
    const { page, problems } = await openLink(fragment)
    await ran(page)
    assert.equal(await fingerprint(page), hash, fragment)
    assert.deepEqual(problems, [])
    await page.context().close()
  }
})

test('a link leads to the cell that was pinned', async () => {
  const lens = (page) => stage(page).getByRole('region', { name: 'Cell', exact: true })
  const { page, problems } = await openPage(site())
  await replaceProgram(page, 'func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {\n  %y = stablehlo.multiply %x, %x : tensor<4x4xf32>\n  return %y : tensor<4x4xf32>\n}')
  await ran(page)
  await page.locator('.cm-line', { hasText: '%y = ' }).click()
  await settled(page)
  assert.equal((await decodeFragment(new URL(await share(page)).hash)).view.pin, null)
  const picture = stage(page).getByRole('region', { name: '%y', exact: true }).locator('canvas.picture')
  const { width, height } = await picture.boundingBox()
  await picture.click({ position: { x: width * 0.375, y: height * 0.625 } })
  await lens(page).getByText(/^%y\[2, 1\] = /).waitFor()
  const link = await share(page)
  assert.deepEqual((await decodeFragment(new URL(link).hash)).view.pin, ['%y', [2, 1]])
  const other = await openLink(link)
  await lens(other.page).getByText(/^%y\[2, 1\] = /).waitFor()
  await lens(other.page).getByRole('button', { name: 'Where from?' }).waitFor()
  assert.deepEqual([...problems, ...other.problems], [])
})

test('a link leads to the moment of a loop that was shown', async () => {
  const { page, problems } = await openPage(site())
  await openExample(page, "Newton's method")
  await ran(page)
  await page.locator('.cm-line', { hasText: /^\s+%\w+ = stablehlo\.divide/ }).first().click()
  const execution = stage(page).getByRole('spinbutton', { name: 'Number of the execution' })
  await execution.fill('3')
  await execution.press('Enter')
  await stage(page).getByText(/All lines show their values after execution 3/).waitFor()
  const shown = await stage(page).getByRole('region').first().textContent()
  const other = await openLink(await share(page))
  await stage(other.page).getByText(/All lines show their values after execution 3/).waitFor()
  assert.equal(await stage(other.page).getByRole('region').first().textContent(), shown)
  assert.deepEqual([...problems, ...other.problems], [])
})

test('the length of a link is shown, small arrays are in it, and what it does not hold is named', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, 'func.func @main(%small: tensor<3xf32>, %large: tensor<2000xf32>) -> tensor<3xf32> {\n  %a = stablehlo.add %small, %small : tensor<3xf32>\n  return %a : tensor<3xf32>\n}')
  await ran(page)
  await dropFile(page, 'small.npy', npyOf(numbers(3)))
  await page.getByRole('status').getByText(/small\.npy/).waitFor()
  await dropFile(page, 'large.npy', npyOf(numbers(2000)))
  await page.getByRole('status').getByText(/large\.npy/).waitFor()
  await settled(page)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = shareDialog(page)
  const link = await dialog.getByRole('textbox', { name: 'The link' }).inputValue()
  await dialog.getByText(`${link.length} characters hold the program`).waitFor()
  assert.match(await dialog.textContent(), /does not hold large\.npy: send the file, too/)
  assert.doesNotMatch(await dialog.textContent(), /small\.npy/)
  const other = await openLink(link)
  await ran(other.page)
  assert.equal(await fingerprint(other.page), await fingerprint(page))
  assert.deepEqual([...problems, ...other.problems], [])
})

test('opening a link asks nothing and replaces no draft, and one button or the browser leads back', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, square('7.25'))
  await stage(page).getByText('52.5625', { exact: true }).waitFor()
  await pasteAddress(page, await encodeFragment(plain(square('1.5'))))
  await stage(page).getByText('2.25', { exact: true }).waitFor()
  await linkBar(page).getByText('This program came from a link. Your program is kept.').waitFor()
  await linkBar(page).getByRole('button', { name: 'Back to it' }).click()
  await stage(page).getByText('52.5625', { exact: true }).waitFor()
  assert.equal(await textOf(page), square('7.25'))
  assert.equal(new URL(page.url()).hash, '')
  await page.goBack()
  await stage(page).getByText('2.25', { exact: true }).waitFor()
  await page.goBack()
  await stage(page).getByText('52.5625', { exact: true }).waitFor()
  assert.equal(await textOf(page), square('7.25'))
  assert.deepEqual(problems, [])
})

test('an edit makes a linked program the user\'s own, and both survive a reload', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, square('7.25'))
  await pasteAddress(page, await encodeFragment(plain(square('1.5'))))
  await stage(page).getByText('2.25', { exact: true }).waitFor()
  await page.reload()
  await linkBar(page).getByText('This program came from a link. Your program is kept.').waitFor()
  await stage(page).getByText('2.25', { exact: true }).waitFor()
  await replaceProgram(page, square('2.5'))
  await stage(page).getByText('6.25', { exact: true }).waitFor()
  assert.equal(new URL(page.url()).hash, '')
  await page.reload()
  await stage(page).getByText('6.25', { exact: true }).waitFor()
  await linkBar(page).getByRole('button', { name: 'Back to it' }).click()
  await stage(page).getByText('52.5625', { exact: true }).waitFor()
  await linkBar(page).getByRole('button', { name: 'Back to it' }).click()
  await stage(page).getByText('6.25', { exact: true }).waitFor()
  // An example that is opened instead leaves both where they are.
  await openExample(page, "Newton's method")
  await stage(page).getByText('1.41421', { exact: true }).waitFor()
  await linkBar(page).getByRole('button', { name: 'Back to it' }).click()
  await stage(page).getByText('6.25', { exact: true }).waitFor()
  assert.deepEqual(problems, [])
})

test('a link that is cut, damaged, hostile or of another version is a sentence, and nothing is lost', async () => {
  const { page, problems } = await openPage(site())
  await replaceProgram(page, square('7.25'))
  await stage(page).getByText('52.5625', { exact: true }).waitFor()
  const whole = await encodeFragment(plain(square('1.5')))
  const refusals = { [whole.slice(0, 60)]: /cut: \d+ of its \d+ characters/, [whole.replace(/.{9}$/, 'A$&')]: /damaged/, 'p9.4.abcd': /version 9/, [fragmentOfJson({ program: 1 })]: /contains no program/ }
  for (const [fragment, sentence] of Object.entries(refusals)) {
    await pasteAddress(page, fragment)
    await linkBar(page).getByText(sentence).waitFor()
    await linkBar(page).getByText('What you see is unchanged.').waitFor()
    assert.equal(await textOf(page), square('7.25'))
  }
  await page.reload()
  await linkBar(page).getByText(/contains no program/).waitFor()
  await stage(page).getByText('52.5625', { exact: true }).waitFor()
  assert.deepEqual(problems, [])
})

test('text of a link in any field becomes no part of the page, and asks for nothing', async () => {
  const script = '<img src=x onerror=alert(1)></script><script>alert(2)</script>'
  const { page, problems } = await openLink(fragmentOfJson({ program: `func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32> {jax.result_info = "${script}"}) {\n  return %x : tensor<2xf32>\n}`, example: script, inputs: [[script, { kind: 'text', text: script }]], feeds: [[0, script]], tab: script }))
  await ran(page)
  await stage(page).getByText(script).first().waitFor()
  for (const example of ['constructor', '__proto__']) await pasteAddress(page, fragmentOfJson({ program: square('1.5'), example, tab: example }))
  await stage(page).getByText('2.25', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await shareDialog(page).waitFor()
  assert.deepEqual(problems, [])
})

test('a program of a link stops by itself, runs on when asked, and is stopped by hand', async () => {
  const { page, problems } = await openLink(await encodeFragment(plain(endlessDot)))
  await linkBar(page).getByText(/stops by itself/).waitFor()
  await page.getByRole('status').getByText(/^Stopped at line/).waitFor()
  await linkBar(page).getByRole('button', { name: 'Run without these limits' }).click()
  const stop = page.getByRole('button', { name: 'Stop' })
  await stop.waitFor()
  await stop.click()
  await page.getByRole('button', { name: 'Run', exact: true }).waitFor()
  const large = 'func.func @main() -> tensor<f32> {\n%a = stablehlo.iota dim = 0 : tensor<50000000xf64>\n%b = stablehlo.constant dense<2.5> : tensor<f32>\nreturn %b : tensor<f32>\n}'
  await pasteAddress(page, await encodeFragment(plain(large)))
  await linkBar(page).getByText(/stops by itself/).waitFor()
  await linkBar(page).getByRole('button', { name: 'Run without these limits' }).click()
  await stage(page).getByText('2.5', { exact: true }).waitFor()
  assert.deepEqual(problems, [])
})

test('a program is copied as a link, an element, Markdown, a command and a script, each of which runs', async (context) => {
  const { page, problems } = await openPage(site())
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await replaceProgram(page, square('1.5'))
  await ran(page)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const copied = async (name, said) => {
    await shareDialog(page).getByRole('button', { name, exact: true }).click()
    await shareDialog(page).getByText(said).waitFor()
    return page.evaluate(() => navigator.clipboard.readText())
  }
  const link = await copied('Copy the link', 'Copied the link.')
  const element = await copied('element', /^Copied HTML/)
  const markdown = await copied('Markdown', /^Copied Markdown/)
  const command = await copied('command', /^Copied a command/)
  const python = await copied('Python', /^Copied a script/)
  assert.deepEqual(problems, [])
  await context.test('the link', async () => {
    const { page } = await openLink(link)
    await stage(page).getByText('2.25', { exact: true }).waitFor()
  })
  await context.test('the element', () => {
    const [, source] = /<script type="text\/mlir">\n([^]*?)\n<\/script>\n<\/paddock-example>/.exec(element)
    assert.equal(source, square('1.5'))
    assert.match(element, /^<script type="module" src="https:\/\/cdn\.jsdelivr\.net\/npm\/paddock-hlo@[\d.]+\/dist\/element\/index\.js">/)
  })
  const folder = mkdtempSync(join(tmpdir(), 'share-'))
  const environment = { ...process.env, PATH: `${dirname(paddock)}:${process.env.PATH}` }
  await context.test('Markdown', () => {
    assert.ok(markdown.startsWith('```mlir\n') && markdown.endsWith(`[Open in Paddock](${link})\n`), markdown)
    assert.equal(/```mlir\n([^]*?)\n```/.exec(markdown)[1], square('1.5'))
  })
  await context.test('the command', () => {
    writeFileSync(join(folder, command.split(' ')[2]), square('1.5'))
    const { stdout, stderr } = spawnSync('sh', ['-c', `${command} --format json`], { cwd: folder, env: environment, encoding: 'utf8' })
    assert.match(stdout, /"value": 2\.25\b/, stderr)
  })
  await context.test('Python', (part) => {
    if (spawnSync('python3', ['--version']).status !== 0) return part.skip('Python is not here')
    writeFileSync(join(folder, 'run.py'), python)
    const { stdout, stderr } = spawnSync('python3', ['run.py'], { cwd: folder, env: environment, encoding: 'utf8' })
    assert.match(stdout, /2\.25/, stderr)
  })
})

for (const colorScheme of ['light', 'dark']) {
  test(`names, roles and contrast hold while a program is shared and a link is open, ${colorScheme}`, async () => {
    const { page } = await openLink(await encodeFragment(plain(square('1.5'))), { colorScheme, viewport: { width: 390, height: 844 } })
    await linkBar(page).waitFor()
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await shareDialog(page).waitFor()
    await settled(page)
    assert.deepEqual(await findings(page), [])
    await page.keyboard.press('Escape')
    await shareDialog(page).waitFor({ state: 'hidden' })
    assert.ok(await page.getByRole('button', { name: 'Share', exact: true }).evaluate((button) => button.matches(':focus')))
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)) <= 0)
  })
}

/** Spends its limit of work in a second, whatever an operation costs. */
const endlessDot = endless
  .replace('%zero = stablehlo.constant', '%a = stablehlo.constant dense<0.5> : tensor<768x768xf32>\n  %zero = stablehlo.constant')
  .replace('  stablehlo.return %i', '  %d = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<768x768xf32>, tensor<768x768xf32>) -> tensor<768x768xf32>\n    stablehlo.return %i')

/** A visitor who shares, edits, goes back and opens links; after each action the page must show a known text. */
async function visit(seed) {
  const random = chance(seed)
  const { page, problems } = await openPage(site())
  await replaceProgram(page, square(seed))
  const links = []
  /** Programs that links replaced. */
  const kept = new Set()
  let isLinked = false
  let text = square(seed)
  const done = []
  const actions = {
    share: async () => void links.push({ fragment: (await share(page)).replace(/^.*#/, ''), text }),
    edit: async () => {
      if (!isLinked) kept.delete(text)
      text = square(`${seed}.${done.length}`)
      isLinked = false
      await replaceProgram(page, text)
    },
    open: async () => {
      if (links.length === 0) return
      const link = random.of(links)
      await pasteAddress(page, link.fragment)
      if (!isLinked) kept.add(text)
      isLinked = true
      text = link.text
      await page.waitForFunction((text) => document.querySelector('paddock-playground').shadowRoot.querySelector('.cm-content').textContent === text, text.replaceAll('\n', ''))
    },
    cut: async () => {
      await pasteAddress(page, (await encodeFragment(plain(square('9')))).slice(0, 40 + random.below(30)))
      await linkBar(page).getByText(/^The link is cut/).waitFor()
    },
    back: async () => {
      const button = linkBar(page).getByRole('button', { name: 'Back to it' })
      if ((await button.count()) === 0) return
      if (!isLinked) kept.add(text)
      isLinked = false
      await button.click()
      text = await textOf(page)
      assert.ok(kept.has(text), `back leads to ${text}`)
    },
    reload: () => page.reload(),
  }
  try {
    for (let step = 0; step < 14; ++step) {
      const name = random.of(Object.keys(actions))
      done.push(name)
      await actions[name]()
      await settled(page)
      assert.equal(await textOf(page), text)
      await column(page).getByText(/f32/).first().waitFor()
    }
    // Nothing that was written is lost: going back leads through all of it.
    const found = new Set([text])
    for (let i = 0; i <= kept.size; ++i) {
      await actions.back()
      await settled(page)
      found.add(text)
    }
    assert.deepEqual([...kept].filter((one) => !found.has(one)), [])
    assert.deepEqual(problems, [])
  } catch (error) {
    error.message = `seed ${seed}, ${done.join(', ')}: ${error.message}`
    throw error
  }
}

test('random sequences of sharing, editing, opening and going back never lose a program', async () => {
  for (let seed = 1; seed <= Number(process.env.PADDOCK_VISITS ?? 3); ++seed) await visit(seed)
})
