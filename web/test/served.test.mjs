// `paddock serve`: the page shows a file of this machine and follows its changes.
import assert from 'node:assert/strict'
import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { serve } from '../../tests/cli/serving.mjs'
import { openPage, program, replaceProgram, stage, useSite } from './story.mjs'
import { dist } from './site.mjs'

const site = useSite()
const square = (number) => `func.func @main() -> tensor<f32> {\n  %a = stablehlo.constant dense<${number}> : tensor<f32>\n  %b = stablehlo.multiply %a, %a : tensor<f32>\n  return %b : tensor<f32>\n}\n`

test('a served file is shown at once, each save is followed, and an edit in the page is kept', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'served-'))
  symlinkSync(dist, join(folder, 'page'))
  const path = join(folder, 'model.mlir')
  writeFileSync(path, square('1.5'))
  const { server, address } = await serve(path, folder)
  try {
    const { page, problems } = await openPage({ browser: site().browser, address })
    await stage(page).getByText('2.25', { exact: true }).waitFor()
    writeFileSync(path, square('2.5'))
    await stage(page).getByText('6.25', { exact: true }).waitFor()
    writeFileSync(path, 'func.func @main() {')
    await page.getByRole('list', { name: 'Problems' }).or(stage(page).getByText(/expected|missing/i)).first().waitFor()
    writeFileSync(path, square('3.5'))
    await stage(page).getByText('12.25', { exact: true }).waitFor()
    await replaceProgram(page, square('4.5'))
    await stage(page).getByText('20.25', { exact: true }).waitFor()
    writeFileSync(path, square('1.5'))
    await page.getByRole('status').getByText('model.mlir has changed on the disk. Your edit is kept; reload the page to take the file.').waitFor()
    assert.match(await program(page).textContent(), /4\.5/)
    server.kill('SIGKILL')
    await page.getByRole('status').getByText(/the server has ended/).waitFor()
    assert.deepEqual(problems.filter((one) => !/ERR_CONNECTION_REFUSED|Failed to load resource/.test(one)), [])
  } finally {
    server.kill('SIGKILL')
  }
})
