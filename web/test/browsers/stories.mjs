// The stories that matter most, in Firefox and WebKit: `npm run test:browsers`. Links are made in Chromium and opened there.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { serve } from '../../../tests/cli/serving.mjs'
import { doubled, exampleOf, pageOf, strictPolicy, useOrigins } from '../origins.mjs'
import { endless } from '../programs.mjs'
import { dist, launchBrowser, openPage, serveSite } from '../site.mjs'
import { replaceProgram, settled } from '../story.mjs'
import { openFirefox } from './firefox.mjs'
import { Visitor } from './visitor.mjs'
import { openWebKit } from './webkit.mjs'

const engines = [
  { name: 'Firefox', path: process.env.PADDOCK_FIREFOX, open: openFirefox },
  { name: 'WebKit', path: process.env.PADDOCK_WEBKIT, open: openWebKit },
]
const subPath = '/some/sub/path/'
const fused = `func.func @main(%x: tensor<64x64xf32>) -> tensor<64xf32> {
  %y = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %t = stablehlo.tanh %y : tensor<64x64xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%t init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
  return %s : tensor<64xf32>
}`
const square = (number) => `func.func @main() -> tensor<f32> {\n  %a = stablehlo.constant dense<${number}> : tensor<f32>\n  %b = stablehlo.multiply %a, %a : tensor<f32>\n  return %b : tensor<f32>\n}`
const fingerprintOf = (text) => /Fingerprint of the results: (\w+)/.exec(text)?.[1]

/** A site on this machine's own name, whose origin may keep files; `edit` as in serveSite. */
async function withSite(use, edit) {
  const { server, address } = await serveSite(subPath, { edit })
  const stop = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  try {
    return await use({ address, stop })
  } finally {
    await stop()
  }
}

/** Opens a page in Chromium, which ends after use(page). */
async function inChromium(address, use) {
  const browser = await launchBrowser()
  try {
    const { page } = await openPage({ browser, address })
    return await use(page)
  } finally {
    await browser.close()
  }
}

/** Opens a program in Chromium, and what shares it. */
const sharingInChromium = (address, text, use) =>
  inChromium(address, async (page) => {
    await replaceProgram(page, text)
    await settled(page)
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    return use(page)
  })

const fingerprintOn = async (page) => fingerprintOf(await page.getByRole('status').getByText(/Fingerprint/).first().textContent())

/** The link and the fingerprint of a program in Chromium. */
const shareInChromium = (address, text) =>
  sharingInChromium(address, text, async (page) => ({ link: await page.getByRole('textbox', { name: 'The link' }).inputValue(), fingerprint: await fingerprintOn(page) }))

/** Saves a program as a page by Chromium; returns its path. */
const saveInChromium = (address, text, folder) =>
  sharingInChromium(address, text, async (page) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as HTML' }).click()])
    const path = join(folder, download.suggestedFilename())
    await download.saveAs(path)
    return path
  })

/** The fingerprint that Chromium shows for a link. */
const fingerprintInChromium = (link) => inChromium(link, fingerprintOn)

for (const engine of engines) {
  describe(engine.name, { skip: engine.path === undefined && `${engine.name} is not here` }, () => {
    const withVisitor = async (use) => {
      const visitor = new Visitor(await engine.open(engine.path))
      try {
        return await use(visitor)
      } finally {
        await visitor.close()
      }
    }
    const visiting = (use, edit) => () => withSite((site) => withVisitor((visitor) => use(visitor, site)), edit)
    const ran = (visitor) => visitor.see('[role=status]', /Ran in/)
    const origins = useOrigins()

    test('the opening program runs by itself and draws its horse', visiting(async (visitor, { address }) => {
      await visitor.open(address)
      await ran(visitor)
      await visitor.until('the horse has one colour', async () => (await visitor.colours()) >= 2)
      await visitor.keepScreenshot('start')
    }))

    test('the engine is the flavour that this browser can run', visiting(async (visitor, { address }) => {
      await visitor.open(address)
      await ran(visitor)
      await visitor.click('button', /SIMD/)
      await visitor.see('dialog, [role=dialog]', /compiled for WASM.*, in a Worker/s)
      const relaxed = await visitor.run(() => {
        // One function with i8x16.relaxed_swizzle.
        const code = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 15, 1, 13, 0, 65, 1, 253, 15, 65, 2, 253, 15, 253, 128, 2, 11]
        return WebAssembly.validate(new Uint8Array(code))
      })
      const option = await visitor.run(() => {
        const find = (root) => root.querySelector('option[value=relaxed]') ?? [...root.querySelectorAll('*')].map((element) => element.shadowRoot && find(element.shadowRoot)).find(Boolean)
        return { isDisabled: find(document).disabled }
      })
      assert.equal(option.isDisabled, !relaxed)
    }))

    test('a file of `paddock serve` runs in the process of this machine, and is stopped', () => withVisitor(async (visitor) => {
      const folder = mkdtempSync(join(tmpdir(), 'served-'))
      symlinkSync(dist, join(folder, 'page'))
      writeFileSync(join(folder, 'model.mlir'), square('1.5'))
      const { server, address } = await serve(join(folder, 'model.mlir'), folder)
      try {
        await visitor.open(address)
        await visitor.see('.cm-valueColumn', /2\.25/)
        await visitor.see('button', /native engine/)
        writeFileSync(join(folder, 'model.mlir'), endless)
        await visitor.see('button', /^Stop/)
        await visitor.click('button', /^Stop/)
        await visitor.see('[role=status]', /Stopped/)
      } finally {
        server.kill('SIGKILL')
        rmSync(folder, { recursive: true, force: true })
      }
    }))

    test('typed and pasted text runs, and a line shows its value', visiting(async (visitor, { address }) => {
      await visitor.open(address)
      await ran(visitor)
      await visitor.replaceProgram(square('1.5'))
      await visitor.see('.cm-valueColumn', /2\.25/)
      await visitor.click('.cm-line', /%a = /)
      await visitor.press('Control+a')
      await visitor.press('ArrowRight')
      await visitor.press('Enter')
      await visitor.type('// a comment')
      await visitor.see('.cm-line', /^\/\/ a comment$/)
      await ran(visitor)
      await visitor.click('.cm-line', /%b = /)
      await visitor.see('[aria-label]', /^%b$/)
      await visitor.keepScreenshot('edited')
    }))

    test('a broken rule is named where it is', visiting(async (visitor, { address }) => {
      await visitor.open(address)
      await ran(visitor)
      await visitor.replaceProgram(square('1.5').replace('%a, %a : tensor<f32>', '%a, %a : tensor<2xf32>'))
      await visitor.see('.cm-lintRange-error', /./)
      await visitor.hover('.cm-lintRange-error')
      await visitor.see('.cm-tooltip', /tensor<f32>|type/)
    }))

    test('an endless loop is stopped within half a second, and the next program runs', visiting(async (visitor, { address }) => {
      await visitor.open(address)
      await ran(visitor)
      await visitor.replaceProgram(endless)
      await visitor.see('button', /^Stop$/)
      const start = Date.now()
      await visitor.click('button', /^Stop$/)
      await visitor.see('[role=status]', /Stopped at line/)
      assert.ok(Date.now() - start < 1000, `${Date.now() - start} ms`)
      await visitor.replaceProgram(square('2.5'))
      await visitor.see('.cm-valueColumn', /6\.25/)
    }))

    test('a link from Chromium gives the same bits here, and one from here the same bits there', visiting(async (visitor, { address }) => {
      const { link, fingerprint } = await shareInChromium(address, fused)
      assert.match(fingerprint, /^\w{8}/)
      await visitor.open(link)
      const status = await visitor.see('[role=status]', /Fingerprint of the results/)
      assert.equal(fingerprintOf(status.text), fingerprint)
      await visitor.replaceProgram(fused.replace('64xf32> {', '64xf32> { // from here'))
      await ran(visitor)
      await visitor.click('button', /^Share$/)
      const { value } = await visitor.see('[aria-label="The link"]')
      assert.match(value, /^http.*#/)
      assert.equal(await fingerprintInChromium(value), fingerprint)
    }))

    test('an element of another origin runs under a strict policy', () => withVisitor(async (visitor) => {
      const { put, site, host } = origins()
      put('/strict', pageOf(origins(), exampleOf(doubled)), strictPolicy(origins(), `; worker-src blob:; connect-src ${host}; img-src data:`))
      await visitor.open(`${site}/strict`)
      await visitor.click('button', /^Run$/)
      await visitor.see('[role=img], svg, canvas', /3 by 4 elements from 2 to 24/)
      await visitor.keepScreenshot('element')
    }))

    test('a lost engine is one calm bar, and is started again', visiting(async (visitor, { address }) => {
      await visitor.open(address)
      await ran(visitor)
      await visitor.run(() => void window.engineWorkers[0].terminate())
      await visitor.see('[role=alert]', /^The engine was lost: .*Your text is safe\./)
      await visitor.click('button', /^Run again$/)
      await ran(visitor)
      await visitor.miss('[role=alert]', /lost/)
    }, keepWorkers))

    test('a saved page runs from a disk', visiting(async (visitor, { address }) => {
      const folder = mkdtempSync(join(tmpdir(), 'paddock-browsers-'))
      try {
        const path = await saveInChromium(address, square('1.25'), folder)
        await visitor.open(pathToFileURL(path).href)
        await visitor.see('body', /1\.5625/)
        await visitor.click('button', /^Run$/)
        await visitor.see('p, output, span', /^Ran in/)
        await visitor.keepScreenshot('saved')
      } finally {
        rmSync(folder, { recursive: true })
      }
    }))

    test('after one visit the page works without its server', visiting(async (visitor, { address, stop }) => {
      const named = address.replace('127.0.0.1', 'paddock.localhost')
      await visitor.open(named)
      await ran(visitor)
      await visitor.until('nothing is kept', () => visitor.run(async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated'))
      await stop()
      await visitor.open(named)
      await ran(visitor)
      await visitor.replaceProgram(square('3.5'))
      await visitor.see('.cm-valueColumn', /12\.25/)
    }))
  })
}

/** Scripts of the page that also keep each Worker, to end it as the system may. */
function keepWorkers(name, read) {
  if (!/^assets\/index-.*\.js$/.test(name)) return undefined
  return `window.engineWorkers ??= []; window.Worker = class extends Worker { constructor(...words) { super(...words); engineWorkers.push(this) } };\n${read()}`
}
