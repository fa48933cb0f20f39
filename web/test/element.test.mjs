// <paddock-example> and <paddock-tensor> in pages of strangers: from another origin, under their
// policies, in their frames.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { doubled, exampleOf, pageOf, strictPolicy, useOrigins, visit } from './origins.mjs'
import { keepScreenshot } from './story.mjs'

const origins = useOrigins()

const program = (page) => page.getByRole('textbox', { name: 'StableHLO program' })
const picture = (page, name = '3 by 4 elements from 2 to 24') => page.getByRole('img', { name })
const status = (page) => page.getByRole('status').first()

/// Of the cell in this row and column of the picture, whose cells are all alike.
const colourAt = (page, name, row, column) =>
  picture(page, name).evaluate((canvas, [row, column]) => {
    const { width, height } = canvas
    return [...canvas.getContext('2d').getImageData((width / 4) * (column + 0.2), (height / 3) * (row + 0.2), 1, 1).data]
  }, [row, column])

/// Edits, runs and draws, as somebody does who reads the page.
async function editsRunsAndDraws(frame, page = frame) {
  await frame.getByRole('button', { name: 'Run' }).click()
  await picture(frame).waitFor()
  const before = await colourAt(frame, '3 by 4 elements from 2 to 24', 0, 0)
  await program(frame).click()
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await page.keyboard.insertText(doubled.replace('[[1.0,', '[[50.0,'))
  await picture(frame, '3 by 4 elements from 4 to 100').waitFor()
  assert.notDeepEqual(await colourAt(frame, '3 by 4 elements from 4 to 100', 0, 0), before)
}

test('an element served from one origin, in a page of another, edits, runs and draws in a Worker', async () => {
  const { put, site } = origins()
  put('/plain', pageOf(origins(), exampleOf(doubled)))
  const { page, problems } = await visit(origins(), `${site}/plain`)
  await editsRunsAndDraws(page)
  assert.equal(page.workers().length, 1)
  assert.doesNotMatch(await status(page).textContent(), /no Worker/)
  await keepScreenshot(page, 'element')
  assert.deepEqual(problems, [])
  await page.context().close()
})

test('under a strict policy that allows Workers of blobs it runs in one', async () => {
  const { put, site, host } = origins()
  put('/strict', pageOf(origins(), exampleOf(doubled)), strictPolicy(origins(), `; worker-src blob:; connect-src ${host}; img-src data:`))
  const { page, problems } = await visit(origins(), `${site}/strict`)
  await editsRunsAndDraws(page)
  assert.equal(page.workers().length, 1)
  assert.deepEqual(problems, [])
  await page.context().close()
})
