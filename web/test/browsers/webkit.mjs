// Drives WebKitGTK's small browser by its WebDriver.
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { load } from './packages.mjs'

/// A port that is free now.
const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

/// WebKit opens windows: without a display, on one that is not seen.
const onDisplay = (words) => (process.env.DISPLAY ? words : ['xvfb-run', '-a', '-s', '-screen 0 1400x1000x24', ...words])

async function startDriver() {
  const port = await freePort()
  const [command, ...words] = onDisplay(['WebKitWebDriver', `--port=${port}`])
  // xvfb-run has children, which end with the group.
  const driver = spawn(command, words, { stdio: 'ignore', detached: true })
  const address = `http://127.0.0.1:${port}`
  for (let i = 0; ; ++i) {
    if (await fetch(`${address}/status`).then((answer) => answer.ok, () => false)) break
    if (i === 200 || driver.exitCode !== null) throw new Error('WebKitWebDriver does not start')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { address, end: () => process.kill(-driver.pid) }
}

/// Returns a new visitor's driver, with a profile of its own.
export async function openWebKit(binary) {
  const { Builder, Capabilities, Key } = await load('selenium-webdriver')
  const { address, end } = await startDriver()
  const options = { binary, args: ['--automation'] }
  const capabilities = new Capabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options })
  const session = await new Builder().usingServer(address).withCapabilities(capabilities).build()
  await session.manage().window().setRect({ width: 1366, height: 900 })
  await session.manage().setTimeouts({ script: 60_000, pageLoad: 60_000 })
  const named = { Control: Key.CONTROL, Shift: Key.SHIFT, Delete: Key.DELETE, Enter: Key.ENTER, Escape: Key.ESCAPE, End: Key.END, Home: Key.HOME, ArrowRight: Key.ARROW_RIGHT }
  const keyOf = (key) => named[key] ?? key
  const moveTo = (actions, x, y) => actions.move({ x, y, duration: 0 })
  return {
    name: 'WebKit',
    version: (await session.getCapabilities()).get('browserVersion'),
    open: (page) => session.get(page),
    run: (inPage, argument) => session.executeScript(`return (${inPage})(arguments[0])`, argument),
    click: (x, y) => moveTo(session.actions(), x, y).click().perform(),
    move: (x, y) => moveTo(session.actions(), x, y).perform(),
    type: (text) => session.actions().sendKeys(text).perform(),
    async press(keys) {
      const [key, ...held] = keys.split('+').map(keyOf).reverse()
      const actions = session.actions()
      for (const other of held) actions.keyDown(other)
      actions.sendKeys(key)
      for (const other of held) actions.keyUp(other)
      await actions.perform()
    },
    screenshot: async () => Buffer.from(await session.takeScreenshot(), 'base64'),
    async close() {
      await session.quit()
      end()
    },
  }
}
