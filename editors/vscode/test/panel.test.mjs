// The panel's page with its policy, in Chromium: a program arrives, its values are drawn, and an edit returns. VS Code's side
// of the message channel is played by the test.
import { transformSync } from 'esbuild'
import assert from 'node:assert/strict'
import { createReadStream, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { after, test } from 'node:test'
import { launchBrowser, types } from '../../../web/test/site.mjs'
import { root } from './client.mjs'

const dist = join(root, 'editors/vscode/dist')
const source = transformSync(readFileSync(join(root, 'editors/vscode/src/panel-page.ts'), 'utf8'), { loader: 'ts' }).code
const { panelPage } = await import(`data:text/javascript,${encodeURIComponent(source)}`)

const program = `func.func @main() -> tensor<3x4xf32> {
  %a = stablehlo.constant dense<2.0> : tensor<3x4xf32>
  %b = stablehlo.add %a, %a : tensor<3x4xf32>
  return %b : tensor<3x4xf32>
}
`

function serve(answer) {
  const server = createServer(answer)
  after(() => server.close())
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${server.address().port}`)))
}

test('the panel shows the values of the text, and an edit in it returns', async () => {
  // Another origin than the page's, as in VS Code.
  const files = await serve((request, response) => {
    const file = join(dist, new URL(request.url, 'http://localhost').pathname)
    const isFile = file.startsWith(dist) && statSync(file, { throwIfNoEntry: false })?.isFile()
    response.writeHead(isFile ? 200 : 404, { 'access-control-allow-origin': '*', 'content-type': types[extname(file)] ?? 'application/octet-stream' })
    if (isFile) createReadStream(file).pipe(response)
    else response.end()
  })
  const page = panelPage({ origin: files, element: `${files}/paddock/dist/element/index.js`, script: `${files}/panel.js`, nonce: 'abc' })
  const site = await serve((_request, response) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page))
  const browser = await launchBrowser()
  after(() => browser.close())
  const panel = await (await browser.newContext()).newPage()
  const problems = []
  panel.on('pageerror', (error) => problems.push(String(error)))
  panel.on('console', (message) => message.type() === 'error' && !message.text().includes('favicon') && problems.push(message.text()))
  await panel.addInitScript(() => {
    window.received = []
    window.acquireVsCodeApi = () => ({ postMessage: (message) => window.received.push(message) })
  })
  await panel.goto(site)
  await panel.waitForFunction(() => window.received.some(({ kind }) => kind === 'ready'))
  await panel.evaluate((text) => window.postMessage({ program: text }), program)
  await panel.getByRole('img', { name: /3 by 4 elements/ }).first().waitFor()

  await panel.evaluate(() => (document.body.dataset.vscodeThemeKind = 'vscode-dark'))
  await panel.locator('paddock-example[theme=dark]').waitFor()
  if (process.env.PADDOCK_SCREENSHOTS) await panel.screenshot({ path: join(process.env.PADDOCK_SCREENSHOTS, 'vscode-panel.png') })
  await panel.getByRole('textbox', { name: 'StableHLO program' }).click()
  await panel.keyboard.press('Control+A')
  await panel.keyboard.insertText(program.replace('2.0', '3.5'))
  await panel.waitForFunction(() => window.received.some(({ kind, program: text }) => kind === 'edited' && text.includes('3.5')))
  assert.deepEqual(problems, [])
})
