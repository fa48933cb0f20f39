// `node web/test/contact-sheet.mjs FOLDER [STORY...]` takes pictures of each story in light and dark at four widths,
// side by side, for review: is it clear what the program computes, is anything cut off, what draws the eye first? It
// prints axe-core's findings.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findings } from './axe.mjs'
import { settled } from './settled.mjs'
import { startSite, openPage } from './site.mjs'
import { exampleMenu, openExample, program, replaceProgram, stage } from './story.mjs'

const widths = { 390: 844, 768: 1024, 1366: 820, 1920: 1080 }
const hasRun = (page) => page.getByRole('status').getByText(/Ran |errors?|Stopped/).waitFor()

const broken = 'func.func @main(%x: tensor<4x8xf32>, %y: tensor<5x4xf32>) -> tensor<4x4xf32> {\n  %d = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]\n    : (tensor<4x8xf32>, tensor<5x4xf32>) -> tensor<4x4xf32>\n  %e = stablehlo.tanh %d : tensor<4x4xf32>\n  return %e : tensor<4x4xf32>\n}'
const notNumbers = 'func.func @main() -> tensor<4x6xf32> {\n  %x = stablehlo.iota dim = 0 : tensor<4x6xf32>\n  %y = stablehlo.iota dim = 1 : tensor<4x6xf32>\n  %q = stablehlo.divide %x, %y : tensor<4x6xf32>\n  return %q : tensor<4x6xf32>\n}'

/// Steps before the picture is taken.
const stories = {
  opening: async () => {},
  line: async (page) => {
    await page.locator('.cm-line', { hasText: '%bits = ' }).click()
    await stage(page).getByRole('region', { name: '%bits', exact: true }).waitFor()
  },
  attention: async (page) => {
    await openExample(page, 'A transformer writes verse')
    await hasRun(page)
    await program(page).press('Control+F')
    await page.keyboard.type('stablehlo.exponential')
    for (const key of ['Enter', 'Escape']) await page.keyboard.press(key)
    await stage(page).getByRole('slider', { name: 'execution', exact: true }).waitFor()
  },
  turn: async (page) => {
    await openExample(page, "Newton's method")
    await hasRun(page)
    await page.locator('.cm-line', { hasText: '%next = ' }).click()
    const executions = stage(page).getByRole('slider', { name: 'execution', exact: true })
    for (const key of ['Home', 'ArrowRight', 'ArrowRight']) await executions.press(key)
    await stage(page).getByText('after execution 3').waitFor()
  },
  convolution: async (page) => {
    await openExample(page, 'The outline of the horse')
    await hasRun(page)
    await page.locator('.cm-line', { hasText: 'stablehlo.convolution' }).click()
    await stage(page).getByRole('region').nth(2).waitFor()
  },
  digits: async (page) => {
    await openExample(page, 'Handwritten digits')
    await page.getByRole('status').getByText(/images.npy/).waitFor()
  },
  inputs: async (page) => {
    await replaceProgram(page, 'func.func @main(%x: tensor<?x8xf32>, %scale: tensor<f32>) -> tensor<?x8xf32> {\n  %y = stablehlo.tanh %x : tensor<?x8xf32>\n  return %y : tensor<?x8xf32>\n}')
    await page.getByRole('status').getByText(/Inputs were made/).waitFor()
    await page.getByRole('tab', { name: /^Inputs/ }).click()
  },
  'not numbers': async (page) => {
    await replaceProgram(page, notNumbers)
    await stage(page).getByRole('img', { name: /4 by 6/ }).waitFor()
  },
  error: async (page) => {
    await replaceProgram(page, broken)
    await page.locator('.cm-problem').first().waitFor()
  },
  menu: async (page) => {
    await page.getByRole('button', { name: /^Example: / }).click()
    await exampleMenu(page).waitFor()
  },
  engine: async (page) => {
    await page.getByRole('button', { name: /SIMD/ }).click()
    await page.getByRole('dialog', { name: 'Engine' }).waitFor()
  },
  processes: async (page) => {
    await page.getByRole('button', { name: /^Example: / }).click()
    await exampleMenu(page).getByRole('button', { name: /Heat on four strips/ }).click()
    await hasRun(page)
    await page.getByRole('tab', { name: /^Processes/ }).click()
  },
  lost: async (page) => {
    await page.workers()[0].evaluate(() => void setTimeout(() => { throw new Error('broken on purpose') }))
    await page.getByRole('alert').getByText('The engine was lost').waitFor()
  },
  trust: async (page) => {
    await page.goto(new URL('docs/trust.html', page.url()).href)
  },
  docs: async (page) => {
    await page.goto(new URL('docs/index.html', page.url()).href)
    await page.locator('paddock-example').first().getByRole('img').first().waitFor()
  },
  operation: async (page) => {
    await page.goto(new URL('docs/ops/stablehlo.dot_general.html', page.url()).href)
    await page.locator('.tensor').first().waitFor()
  },
}

const [folder, ...wanted] = process.argv.slice(2)
if (folder === undefined) throw new Error('which folder do the pictures go to?')
mkdirSync(folder, { recursive: true })
const site = await startSite('/some/sub/path/')
const sheet = await site.browser.newPage()
try {
  for (const [name, act] of Object.entries(stories)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    const cells = []
    for (const colorScheme of ['light', 'dark']) {
      for (const [width, height] of Object.entries(widths)) {
        const isPhone = Number(width) < 700
        const { page } = await openPage(site, { viewport: { width: Number(width), height }, colorScheme, hasTouch: isPhone, isMobile: isPhone })
        await hasRun(page)
        const problem = await act(page).then(() => '', (error) => error.message.split('\n')[0])
        if (problem !== '') console.log(`${name}, ${width}, ${colorScheme}: ${problem}`)
        // A name under the pointer dims the lines without it.
        await page.mouse.move(2, 2)
        await settled(page)
        for (const finding of await findings(page)) console.log(`${name}, ${width}, ${colorScheme}: ${finding}`)
        const file = `${name.replaceAll(' ', '-')}-${width}-${colorScheme}.png`
        const picture = await page.screenshot({ path: join(folder, file) })
        cells.push(`<figure><img src="data:image/png;base64,${picture.toString('base64')}" height="520"><figcaption>${width} ${colorScheme}</figcaption></figure>`)
        await page.context().close()
      }
    }
    await sheet.setContent(`<style>body{display:flex;flex-wrap:wrap;gap:12px;font:16px sans-serif;background:#888}figure{margin:0}</style>${cells.join('')}`)
    await sheet.setViewportSize({ width: 2560, height: 1140 })
    await sheet.screenshot({ path: join(folder, `sheet-${name.replaceAll(' ', '-')}.png`), fullPage: true })
    writeFileSync(join(folder, 'README.txt'), `${Object.keys(stories).join('\n')}\n`)
    console.log(name)
  }
} finally {
  await site.close()
}
