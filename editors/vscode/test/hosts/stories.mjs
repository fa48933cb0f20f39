// The packed extension in VS Code itself, whose server Chromium opens: `npm run test:hosts -- vscode`.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { vscodeFolder } from '../../../../web/test/hosts/packages.mjs'
import { launchBrowser } from '../../../../web/test/site.mjs'
import { root } from '../client.mjs'

const folder = mkdtempSync(join(tmpdir(), 'paddock-vscode-'))
const workspace = join(folder, 'programs')
const common = ['--server-data-dir', join(folder, 'data'), '--extensions-dir', join(folder, 'extensions'), '--accept-server-license-terms']
const serverArguments = (...more) => [join(vscodeFolder, 'out/server-main.js'), ...common, ...more]

const constant = `func.func @main() -> tensor<2x3xf32> {
  %a = stablehlo.constant dense<2.0> : tensor<2x3xf32>
  %b = stablehlo.multiply %a, %a : tensor<2x3xf32>
  return %b : tensor<2x3xf32>
}
`
const doubled = `func.func @main(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %sum = stablehlo.add %x, %y : tensor<3xf32>
  return %sum : tensor<3xf32>
}
`
const settings = { 'workbench.startupEditor': 'none', 'terminal.integrated.gpuAcceleration': 'off', 'editor.accessibilitySupport': 'on', 'telemetry.telemetryLevel': 'off' }

let server
let browser
let address

/// Resolves with what the server's output matches.
const said = (pattern) =>
  new Promise((resolve, reject) => {
    let all = ''
    const take = (text) => {
      all += text
      const found = pattern.exec(all)
      if (found !== null) resolve(found)
    }
    for (const stream of [server.stdout, server.stderr]) stream.setEncoding('utf8').on('data', take)
    server.on('exit', () => reject(new Error(all)))
  })

before(async () => {
  mkdirSync(join(workspace, '.vscode'), { recursive: true })
  writeFileSync(join(workspace, '.vscode/settings.json'), JSON.stringify(settings))
  execFileSync(process.execPath, serverArguments('--install-extension', join(root, 'build/paddock-vscode.vsix')), { stdio: 'pipe' })
  server = spawn(process.execPath, serverArguments('--host', '127.0.0.1', '--port', '0', '--without-connection-token', '--disable-workspace-trust', '--telemetry-level', 'off'))
  const [, port] = await said(/listening on (\d+)/)
  address = `http://127.0.0.1:${port}/?folder=${encodeURIComponent(workspace)}`
  browser = await launchBrowser()
})
after(async () => {
  await browser?.close()
  server?.kill()
  rmSync(folder, { recursive: true, force: true })
})

/// Opens a program in the editor.
async function openProgram(name, text) {
  writeFileSync(join(workspace, name), text)
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
  page.setDefaultTimeout(30_000)
  await page.goto(address)
  await page.locator('.monaco-workbench .statusbar').waitFor()
  await page.getByRole('treeitem', { name }).dblclick()
  await page.locator('.monaco-editor .view-line', { hasText: 'func.func' }).first().waitFor()
  return page
}

const quickInput = (page) => page.locator('.quick-input-widget')

/// Runs a command of the palette, whose key VS Code does not take before it has started.
async function runCommand(page, title) {
  const box = quickInput(page).locator('input[type=text]').first()
  for (let tries = 0; tries < 20 && !(await box.isVisible()); ++tries) {
    await page.keyboard.press('F1')
    await box.waitFor({ timeout: 3000 }).catch(() => {})
  }
  await box.fill(`>${title}`)
  await quickInput(page).locator('.monaco-list-row', { hasText: title }).first().click()
}

async function keepScreenshot(page, name) {
  if (process.env.PADDOCK_SCREENSHOTS) await page.screenshot({ path: join(process.env.PADDOCK_SCREENSHOTS, `${name}.png`) })
}

const terminal = (page, text) => page.locator('.terminal-wrapper .xterm-rows', { hasText: text })

test('a program without arguments runs in a terminal, and its mistakes are marked', async () => {
  const page = await openProgram('constant.mlir', constant)
  await runCommand(page, 'Paddock: Run Program')
  await terminal(page, '4.000000e+00').waitFor()
  await keepScreenshot(page, 'vscode-run')
  await page.locator('.monaco-editor .view-line', { hasText: 'stablehlo.multiply' }).first().click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('%c = stablehlo.nothing %a')
  await page.locator('.monaco-editor .squiggly-error').first().waitFor()
  await page.context().close()
})

test('a program with arguments runs on the inputs that are chosen', async () => {
  const page = await openProgram('sum.mlir', doubled)
  await runCommand(page, 'Paddock: Run Program')
  const choices = quickInput(page)
  await choices.getByText('Random values').waitFor()
  await keepScreenshot(page, 'vscode-inputs')
  await choices.getByText('Counting values').click()
  await terminal(page, '0.000000e+00, 2.000000e+00, 4.000000e+00').waitFor()

  await runCommand(page, 'Paddock: Run Program')
  await choices.getByText('Write each value ...').click()
  const box = choices.locator('input[type=text]:visible, input:not([type=checkbox]):visible').first()
  for (const [name, value] of [['%x', '[1, 2, 3]'], ['%y', 'ones']]) {
    await choices.getByText(`${name}: tensor<3xf32>`).waitFor()
    await keepScreenshot(page, `vscode-value-${name.slice(1)}`)
    await box.fill(value)
    await page.keyboard.press('Enter')
  }
  await terminal(page, '2.000000e+00, 3.000000e+00, 4.000000e+00').waitFor()
  assert.equal(readFileSync(join(workspace, 'sum.mlir'), 'utf8'), doubled)
  await page.context().close()
})

test('the values of a program are in a panel', async () => {
  const page = await openProgram('values.mlir', constant)
  await runCommand(page, 'Paddock: Show Values')
  const panel = page.frameLocator('iframe.webview').frameLocator('iframe')
  await panel.getByRole('img', { name: /2 by 3 elements/ }).first().waitFor()
  await keepScreenshot(page, 'vscode-values')
  await page.context().close()
})
