// Drives Firefox by WebDriver BiDi, which it speaks without a driver of its own.
import { load } from './packages.mjs'

/// Returns a new visitor's driver. Each one is a browser of its own, with an empty profile.
export async function openFirefox(executablePath) {
  const { default: puppeteer } = await load('puppeteer-core')
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true, defaultViewport: { width: 1366, height: 820 } })
  const page = await browser.newPage()
  return {
    name: 'Firefox',
    version: await browser.version(),
    open: (address) => page.goto(address),
    run: (inPage, argument) => page.evaluate(inPage, argument),
    click: (x, y) => page.mouse.click(x, y),
    move: (x, y) => page.mouse.move(x, y),
    type: (text) => page.keyboard.type(text),
    async press(keys) {
      const [key, ...held] = keys.split('+').reverse()
      for (const other of held) await page.keyboard.down(other)
      await page.keyboard.press(key)
      for (const other of held) await page.keyboard.up(other)
    },
    screenshot: () => page.screenshot(),
    close: () => browser.close(),
  }
}
