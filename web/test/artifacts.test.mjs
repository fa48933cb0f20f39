// Portable artifacts on the page, and programs that call LAPACK.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { load } from 'paddock-hlo'
import { dropFile } from './drop.mjs'
import { column, exampleMenu, openExample, openPage, program, replaceProgram, useSite } from './story.mjs'

const site = useSite()

const tanh = `func.func @main(%x: tensor<2x3xf32> loc("images")) -> tensor<2x3xf32> {
  %y = stablehlo.tanh %x : tensor<2x3xf32> loc("model.py":7:3)
  return %y : tensor<2x3xf32>
}`

async function artifactOf(text, version) {
  const paddock = await load()
  try {
    return await (await paddock.parse(text)).toArtifact({ version })
  } finally {
    paddock.close()
  }
}

const openMenu = (page) => page.getByRole('button', { name: /^Example: / }).click()

test('a dropped artifact is its text, runs, and is saved as one of the same version', async () => {
  const { page, problems } = await openPage(site())
  await dropFile(page, 'model.mlir.bc', await artifactOf(tanh, '1.9'))
  await page.getByRole('status').getByText('model.mlir.bc is a portable artifact of StableHLO 1.9.').waitFor()
  assert.match(await program(page).textContent(), /stablehlo\.tanh %arg0 : tensor<2x3xf32> loc\(#loc2\)/)
  await column(page).getByText('2x3 f32').first().waitFor()
  await replaceProgram(page, tanh.replace('tanh', 'sine').replaceAll('2x3', '5x7'))
  await column(page).getByText('5x7 f32').first().waitFor()
  await openMenu(page)
  const saving = page.waitForEvent('download')
  await exampleMenu(page).getByRole('button', { name: 'Save as artifact' }).click()
  const download = await saving
  assert.equal(download.suggestedFilename(), 'model.mlir.bc')
  await page.getByRole('status').getByText('Saved model.mlir.bc, a portable artifact of StableHLO 1.9.').waitFor()
  const paddock = await load()
  const saved = await paddock.parse(readFileSync(await download.path()))
  assert.equal(saved.artifact.version, '1.9')
  assert.match(saved.text, /stablehlo\.sine .*loc\(#loc2\)[^]*#loc2 = loc\("model.py":7:3\)/)
  paddock.close()
  assert.deepEqual(problems, [])
})

test('a file is opened out of the menu, and a broken artifact is refused with its section and byte', async () => {
  const { page, problems } = await openPage(site())
  const bytes = Buffer.from(await artifactOf(tanh))
  const open = async (name, buffer) => {
    await openMenu(page)
    const choosing = page.waitForEvent('filechooser')
    await exampleMenu(page).getByRole('button', { name: 'Open a file' }).click()
    await (await choosing).setFiles({ name, mimeType: 'application/octet-stream', buffer })
  }
  await open('mine.mlirbc', bytes)
  await page.getByRole('status').getByText('mine.mlirbc is a portable artifact of StableHLO 1.20.').waitFor()
  await open('cut.mlirbc', bytes.subarray(0, 90))
  await page.getByRole('status').getByText(/cut\.mlirbc was not taken: .* \(section '[\w ]+', byte \d+\)\./).waitFor()
  assert.match(await program(page).textContent(), /stablehlo\.tanh/)
  await open('plain.mlir', Buffer.from(tanh.replaceAll('2x3', '4x9')))
  await column(page).getByText('4x9 f32').first().waitFor()
  assert.doesNotMatch(await page.getByRole('status').first().textContent(), /artifact/)
  assert.deepEqual(problems, [])
})

test('the page fetches what reads artifacts and what computes LAPACK when they are needed, no sooner', async () => {
  const { page, problems } = await openPage(site())
  const asked = []
  page.on('request', (request) => asked.push(...(/paddock-(\w+)[^/]*\.wasm/.exec(request.url()) ?? []).slice(1)))
  await column(page).getByText('25x32').first().waitFor()
  assert.deepEqual(asked, [])
  await openExample(page, 'A horse of few strokes')
  await page.getByRole('status').getByText(/^Ran in/).waitFor()
  await column(page).getByText('25x25 f32').first().waitFor()
  assert.deepEqual(asked, ['factor'])
  const paddock = await load()
  const strokes = await paddock.parse(readFileSync(new URL('../../examples/strokes.mlir', import.meta.url), 'utf8'))
  const { hash } = await strokes.run({ numerics: 'portable' })
  await page.getByRole('status').getByText(hash).waitFor()
  paddock.close()
  await dropFile(page, 'model.mlir.bc', await artifactOf(tanh))
  await page.getByRole('status').getByText(/is a portable artifact/).waitFor()
  assert.deepEqual(asked, ['factor', 'artifacts'])
  assert.deepEqual(problems, [])
})
