// The menu of examples: reading, trying, returning.
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { column, exampleMenu, openExample, openPage, program, replaceProgram, settled, stage, useSite } from './story.mjs'

const site = useSite()
const groups = JSON.parse(readFileSync(new URL('../../examples/examples.json', import.meta.url), 'utf8'))
const examples = groups.flatMap(({ examples }) => examples)
const questions = JSON.parse(readFileSync(new URL('../../examples/gallery.json', import.meta.url), 'utf8')).flatMap(({ examples }) => examples)
const status = (page) => page.getByRole('status')
const title = (page) => page.getByRole('button', { name: /^Example: / })

/// Returns the pixels of the first picture on the stage, as a string to compare.
const picture = (page) => stage(page).getByRole('img').first().evaluate((canvas) => canvas.toDataURL())

test('the menu shows every example with its picture, and costs nothing before it is opened', async () => {
  const { page, problems } = await openPage(site())
  const asked = []
  page.on('request', (request) => asked.push(request.url()))
  await stage(page).getByRole('img').waitFor()
  assert.deepEqual(asked.filter((url) => /menu|\.mlir/.test(url)), [])
  await title(page).click()
  await exampleMenu(page).waitFor()
  const entries = exampleMenu(page).locator('.example')
  assert.deepEqual(await exampleMenu(page).locator('.example-title').allTextContents(), [...examples, ...questions].map(({ title }) => title))
  for (let i = 0; i < examples.length; ++i) {
    const size = await entries.nth(i).locator('img').evaluate(async (image) => (await image.decode(), [image.naturalWidth, image.naturalHeight]))
    assert.ok(size[0] > 0 && size[1] > 0, `${examples[i].id} ${size}`)
  }
  assert.deepEqual(problems, [])
})

test('each example runs in the page, and what it invites to try changes its values', async (context) => {
  const { page, problems } = await openPage(site())
  await stage(page).getByRole('img').waitFor()
  const ran = status(page).getByText(/Ran in .*[0-9a-f]{16}/)
  for (const example of examples) {
    await context.test(example.title, async () => {
      if (example.id !== 'horse') await openExample(page, example.title)
      await stage(page).getByText(example.try.say, { exact: true }).waitFor()
      await ran.waitFor()
      await settled(page)
      const [before] = (await ran.textContent()).match(/[0-9a-f]{16}/)
      await stage(page).getByRole('button', { name: 'Do it' }).click()
      if (example.try.fails) await stage(page).getByText(/expect_eq_const/).first().waitFor()
      else await ran.filter({ hasNotText: before }).waitFor()
    })
  }
  assert.deepEqual(problems, [])
})

/// Returns the first number that an attempt changes, and its new value.
function numberOf({ from, to }) {
  const [before, after] = [from, to].map((text) => [...text.matchAll(/-?\d+(?:\.\d+)?(?:e[+-]\d+)?/g)])
  const at = before.findIndex((number, i) => number[0] !== after[i]?.[0])
  return at < 0 ? null : { index: before[at].index, old: before[at][0], next: after[at][0] }
}

/// Scrolls to a part of the program, and returns the position of its first letters on the page.
const placeOf = (page, part, index, length) =>
  program(page).evaluate(async (content, [part, index, length]) => {
    const { view } = content.cmTile ?? content.cmView
    const at = view.state.doc.toString().indexOf(part) + index
    view.dispatch({ effects: view.constructor.scrollIntoView(at, { y: 'center' }) })
    await window.comeToRest(15_000)
    const [from, to] = [view.coordsAtPos(at), view.coordsAtPos(at + length)]
    return { x: (from.left + to.left) / 2, y: (from.top + from.bottom) / 2 }
  }, [part, index, length])

const selected = (page) => program(page).evaluate((content) => (content.cmTile ?? content.cmView).view.state.selection.main.empty)
const sections = (page) => stage(page).getByRole('region').evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel).filter((name) => name !== null))
const textOf = (page) => program(page).evaluate((content) => (content.cmTile ?? content.cmView).view.state.doc.toString())

/// Moves the pointer sideways, inside the window, until the number there has the wanted value.
async function dragUntil(page, { x, y }, position, { old, next }, midway) {
  const number = () =>
    program(page).evaluate((content, at) => {
      const { doc } = (content.cmTile ?? content.cmView).view.state
      return Number(/^-?[\d.]+(?:e[+-]\d+)?/.exec(doc.sliceString(at, at + 40))[0])
    }, position)
  const direction = Math.sign(Number(next) - Number(old))
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let pixels = 4; (await number()) !== Number(next); pixels += 4) {
    const to = x + direction * pixels
    assert.ok(to > 0 && to < page.viewportSize().width, `${old} does not become ${next} within the window`)
    await page.mouse.move(to + direction, y)
    if (pixels === 8) await midway()
  }
  await page.mouse.up()
}

test('what each example invites to try is done by hand, and shows what it says', async (context) => {
  const ran = (page) => status(page).getByText(/Ran in .*[0-9a-f]{16}/)
  for (const example of examples) {
    await context.test(example.title, async () => {
      const { page, problems } = await openPage(site())
      await stage(page).getByRole('img').waitFor()
      if (example.id !== 'horse') await openExample(page, example.title)
      await stage(page).getByText(example.try.say, { exact: true }).waitFor()
      await ran(page).waitFor()
      await settled(page)
      const before = { hash: (await ran(page).textContent()).match(/[0-9a-f]{16}/)[0], sections: await sections(page), text: await textOf(page) }
      const number = numberOf(example.try)
      const from = await placeOf(page, example.try.from, number?.index ?? 0, number?.old.length ?? 3)
      const isTyped = example.try.say.startsWith('Write ')
      if (isTyped) {
        const [old, next, index] = number === null ? ['maximum', 'minimum', example.try.from.indexOf('maximum')] : [number.old, number.next, number.index]
        const start = await placeOf(page, example.try.from, index, 0)
        await page.mouse.click(start.x, start.y)
        for (const _ of old) await page.keyboard.press('Shift+ArrowRight')
        await page.keyboard.type(next)
      } else {
        assert.match(example.try.say, /^(Open Processes, d|D)rag /)
        await dragUntil(page, from, before.text.indexOf(example.try.from) + number.index, number, async () => {
          await settled(page)
          assert.ok(await selected(page), 'nothing is selected while a number is pulled')
          if (!example.try.fails) assert.deepEqual(await sections(page), before.sections)
        })
        assert.ok(await selected(page), 'nothing is selected')
      }
      // Numbers keep their digits.
      const shown = await textOf(page)
      const same = (text) => text.replace(/(\.\d*?)0+(?=\D)/g, '$1')
      assert.equal(same(shown), same(before.text.replace(example.try.from, example.try.to)))
      if (example.try.fails) return void (await stage(page).getByText(/expect_eq_const/).first().waitFor())
      await ran(page).filter({ hasNotText: before.hash }).waitFor()
      if (!isTyped) assert.deepEqual(await sections(page), before.sections, 'the picture that is talked of stays')
      if (example.id === 'newton') await stage(page).getByText(/^3$|^3\D/).first().waitFor()
      assert.deepEqual(problems, [])
      await page.context().close()
    })
  }
})

test('changes are there again when one comes back, also after a reload, until one starts over', async () => {
  const { page } = await openPage(site())
  await stage(page).getByRole('img').waitFor()
  await openExample(page, 'The Mandelbrot set')
  await column(page).getByText('48x64 i32').first().waitFor()
  const original = await picture(page)
  await stage(page).getByRole('button', { name: 'Do it' }).click()
  await page.locator('.cm-line', { hasText: '%steps = stablehlo.constant dense<6>' }).waitFor()
  await openExample(page, 'A quilt')
  await page.locator('.cm-line', { hasText: '%quilt = ' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Example: A quilt' }).waitFor()
  await title(page).click()
  const entry = exampleMenu(page).getByRole('button', { name: 'The Mandelbrot set' })
  await entry.getByText('with your changes').waitFor()
  await entry.click()
  await page.locator('.cm-line', { hasText: '%steps = stablehlo.constant dense<6>' }).waitFor()
  await stage(page).getByRole('button', { name: 'Start over' }).click()
  await page.locator('.cm-line', { hasText: '%steps = stablehlo.constant dense<24>' }).waitFor()
  await stage(page).getByRole('button', { name: 'Start over' }).waitFor({ state: 'detached' })
  await page.waitForFunction((first) => document.querySelector('paddock-playground').shadowRoot.querySelector('canvas').toDataURL() === first, original)
})

test('what an example invites to try goes when another program is written over it, and comes back', async () => {
  const { page } = await openPage(site())
  await stage(page).getByRole('img').waitFor()
  const say = stage(page).getByText(examples[0].try.say, { exact: true })
  await say.waitFor()
  await replaceProgram(page, 'func.func @main(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {\n%y = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>\nreturn %y : tensor<3x2xf32>\n}')
  await column(page).getByText('3x2 f32').first().waitFor()
  assert.equal(await say.count(), 0)
  await page.getByRole('button', { name: 'Example: none: your own program' }).waitFor()
  await stage(page).getByRole('button', { name: 'Back to A horse in 25 numbers' }).click()
  await say.waitFor()
  await page.getByRole('button', { name: 'Example: A horse in 25 numbers' }).waitFor()
  await program(page).click()
  await page.keyboard.press('Control+Z')
  await page.locator('.cm-line', { hasText: 'stablehlo.transpose' }).waitFor()
})

test('the menu is walked with the keyboard alone', async () => {
  const { page } = await openPage(site())
  await stage(page).getByRole('img').waitFor()
  await title(page).focus()
  await page.keyboard.press('Enter')
  await exampleMenu(page).waitFor()
  const focused = () => page.evaluate(() => document.querySelector('paddock-playground').shadowRoot.activeElement?.textContent)
  assert.match(await focused(), /A horse in 25 numbers/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  assert.match(await focused(), /A quilt/)
  await exampleMenu(page).getByRole('button', { name: questions.at(-1).title }).waitFor()
  await page.keyboard.press('End')
  assert.ok((await focused()).startsWith(questions.at(-1).title))
  await page.keyboard.press('Escape')
  await exampleMenu(page).waitFor({ state: 'hidden' })
  assert.match(await focused(), /A horse/, 'the focus is back on the name')
  await page.keyboard.press('Enter')
  await exampleMenu(page).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Example: A quilt' }).waitFor()
  await page.locator('.cm-line', { hasText: '%quilt = ' }).waitFor()
})

test('an example that does not arrive leaves the text alone', async () => {
  const { page } = await openPage(site(), {}, (page) => page.route(/\.mlir$/, (route) => route.abort()))
  await stage(page).getByRole('img').waitFor()
  const text = await program(page).textContent()
  await openExample(page, 'A quilt')
  await status(page).getByText(/A quilt could not be loaded. Your text is safe/).waitFor()
  assert.equal(await program(page).textContent(), text)
})

test('an example that arrives after something was typed does not replace it', async () => {
  let arrive
  const isTyped = new Promise((resolve) => (arrive = resolve))
  const { page } = await openPage(site(), {}, (page) => page.route(/\.mlir$/, (route) => isTyped.then(() => route.continue())))
  await stage(page).getByRole('img').waitFor()
  await openExample(page, 'A quilt')
  await program(page).focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('// Mine. ')
  const arrived = page.waitForResponse(/\.mlir$/)
  arrive()
  await (await arrived).finished()
  for (let frame = 0; frame < 3; ++frame) await page.evaluate(() => new Promise(requestAnimationFrame))
  assert.match(await program(page).textContent(), /^\/\/ Mine\. /)
  assert.match(await title(page).textContent(), /A horse/)
  await openExample(page, 'Clouds')
  await page.getByRole('button', { name: 'Example: Clouds' }).waitFor()
})

test('the menu says how programs come from JAX and PyTorch', async () => {
  const { page } = await openPage(site())
  await title(page).click()
  await exampleMenu(page).getByText('From JAX', { exact: true }).click()
  await exampleMenu(page).getByText(/jax\.jit\(layer\)\.lower\(x, w\)\.as_text\(\)/).waitFor()
  await exampleMenu(page).getByText('From PyTorch', { exact: true }).click()
  await exampleMenu(page).getByText(/get_stablehlo_text/).waitFor()
})

for (const [name, width, height] of [['wide', 1366, 820], ['narrow', 390, 844]]) {
  for (const colorScheme of ['light', 'dark']) {
    test(`the menu fits, ${name} and ${colorScheme}`, async () => {
      const { page } = await openPage(site(), { viewport: { width, height }, colorScheme })
      const keep = async (part) => {
        if (!process.env.PADDOCK_SCREENSHOTS) return
        mkdirSync(process.env.PADDOCK_SCREENSHOTS, { recursive: true })
        await page.screenshot({ path: `${process.env.PADDOCK_SCREENSHOTS}/${part}-${name}-${colorScheme}.png` })
      }
      await stage(page).getByRole('img').waitFor()
      await title(page).click()
      const box = await exampleMenu(page).boundingBox()
      assert.ok(box.x >= 0 && box.x + box.width <= width && box.y + box.height <= height, JSON.stringify(box))
      assert.ok((await exampleMenu(page).evaluate((menu) => menu.scrollWidth - menu.clientWidth)) <= 0)
      const heights = await exampleMenu(page).locator('.example').evaluateAll((entries) => entries.map((entry) => entry.getBoundingClientRect().height))
      assert.ok(Math.min(...heights) >= 44)
      await keep('menu')
      await page.keyboard.press('Escape')
      await openExample(page, 'The outline of the horse')
      await stage(page).getByLabel('25 by 32 elements from -7 to 7').first().waitFor()
      await settled(page)
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)) <= 0)
      await keep('edges')
    })
  }
}
