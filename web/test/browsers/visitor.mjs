// A visitor of a page, the same in every browser. A driver gives it pointer, keys and scripts of one browser.
import { mkdirSync, writeFileSync } from 'node:fs'
import { coloursInPage, copyOrPasteInPage, findInPage } from './finder.mjs'

const patience = Number(process.env.PADDOCK_PATIENCE ?? 20_000)
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const written = (pattern) => pattern && [pattern.source, pattern.flags]

export class Visitor {
  /// `driver`: {name, open(address), run(function, argument), click(x, y), move(x, y), type(text), press(key),
  /// screenshot(), close()}. `run` evaluates a function of one JSON value in the page.
  constructor(driver) {
    this.driver = driver
  }

  get name() {
    return this.driver.name
  }

  open = (address) => this.driver.open(address)
  run = (inPage, argument) => this.driver.run(inPage, argument ?? {})
  press = (key) => this.driver.press(key)
  type = (text) => this.driver.type(text)
  close = () => this.driver.close()

  find = (selector, pattern, isScrolled = false) => this.run(findInPage, { selector, pattern: written(pattern), isScrolled })

  /// Waits for a visible element; returns {text, value, x, y}.
  async see(selector, pattern, isScrolled = false) {
    return this.until(`${selector} ${pattern ?? ''} is not seen`, () => this.find(selector, pattern, isScrolled))
  }

  /// Waits until no such element is visible.
  async miss(selector, pattern) {
    await this.until(`${selector} ${pattern ?? ''} stays`, async () => (await this.find(selector, pattern)) === null)
  }

  async until(complaint, test) {
    const end = Date.now() + patience
    for (;;) {
      const found = await test()
      if (found) return found
      if (Date.now() > end) {
        await this.keepScreenshot('missed')
        throw new Error(`in ${this.name}, ${complaint} within ${patience} ms`)
      }
      await pause(50)
    }
  }

  async click(selector, pattern) {
    const { x, y } = await this.see(selector, pattern, true)
    await this.driver.click(Math.round(x), Math.round(y))
  }

  async hover(selector, pattern) {
    const { x, y } = await this.see(selector, pattern, true)
    await this.driver.move(Math.round(x), Math.round(y))
  }

  /// Replaces the program by a paste, as a person does.
  async replaceProgram(text) {
    await this.click('.cm-content')
    await this.press('Control+a')
    await this.press('Delete')
    // WebKit copies nothing under its driver; in Firefox, events of scripts carry no text.
    if (await this.run(copyOrPasteInPage, { text })) await this.press('Control+v')
  }

  colours = () => this.run(coloursInPage)

  /// Saves a picture to the folder PADDOCK_SCREENSHOTS, if it is set.
  async keepScreenshot(name) {
    const folder = process.env.PADDOCK_SCREENSHOTS
    if (!folder) return
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${folder}/${this.name}-${name}.png`, await this.driver.screenshot())
  }
}
