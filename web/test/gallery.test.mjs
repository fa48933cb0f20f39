// The gallery: a question, the way to its answer, and the answer.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { findings } from './axe.mjs'
import { column, exampleMenu, keepScreenshot, openExample, openPage, settled, stage, useSite } from './story.mjs'

const site = useSite()
const groups = JSON.parse(readFileSync(new URL('../../examples/gallery.json', import.meta.url), 'utf8'))
const questions = groups.flatMap(({ examples }) => examples)
const way = (page) => stage(page).getByRole('region', { name: 'Question' })
const reveal = (page) => way(page).getByRole('button', { name: /^(Show the way|Next step|Show the answer)$/ })
const chain = (page) => stage(page).getByRole('region', { name: 'Where from?' })

async function openQuestion(page, title) {
  await openExample(page, title)
  await way(page).waitFor()
}

/// Reveals the next step and takes it.
async function takeStep(page) {
  await reveal(page).click()
  await way(page).locator('.way-steps .try-action').last().click()
}

test('the menu shows 32 questions, each with a picture', async () => {
  const { page, problems } = await openPage(site())
  await page.getByRole('button', { name: /^Example: / }).click()
  await exampleMenu(page).getByRole('button', { name: 'Questions', exact: true }).click()
  const [pictures, words] = await exampleMenu(page).locator('.example').evaluateAll(async (all) => {
    const images = all.map((one) => one.querySelector('img'))
    await Promise.all(images.map((image) => image.decode()))
    return [images.map(({ naturalWidth }) => naturalWidth), all.map((one) => one.querySelector('.example-shows').textContent)]
  })
  assert.deepEqual(words.slice(-questions.length), questions.map(({ question }) => question))
  assert.ok(pictures.every((width) => width > 0))
  await keepScreenshot(page, 'gallery-menu')
  assert.deepEqual(await findings(page), [])
  assert.deepEqual(problems, [])
})

test('the way to the NaN in a loss leads to the logarithm of 0, and the answer names it', async () => {
  const { page, problems } = await openPage(site())
  await openQuestion(page, 'A loss of NaN')
  assert.equal(await way(page).getByRole('listitem').count(), 0)
  await takeStep(page)
  await stage(page).getByRole('region', { name: '%loss', exact: true }).waitFor()
  await takeStep(page)
  await chain(page).getByText('Where from: %loss = NaN').waitFor()
  await chain(page).getByText('log of zero: begins here').waitFor()
  await takeStep(page)
  await stage(page).getByRole('region', { name: '%terms', exact: true }).waitFor()
  await reveal(page).click()
  await way(page).getByText('p[1, 2] is 0.').waitFor()
  await keepScreenshot(page, 'gallery-answer')
  await settled(page)
  assert.deepEqual(await findings(page), [])
  await way(page).getByRole('button', { name: '%log[1, 2] = -inf' }).click()
  await chain(page).getByText('Where from: %log[1, 2] = −∞').waitFor()
  await stage(page).getByRole('button', { name: 'Do it' }).click()
  await column(page).getByText(/1\.966/).first().waitFor()
  await page.reload()
  await way(page).getByText(questions.find(({ id }) => id === 'nan-loss').question).waitFor()
  assert.deepEqual(problems, [])
})

test('the way to a deadlock opens the processes, and an iteration of a loop is asked about', async () => {
  const { page, problems } = await openPage(site())
  await openQuestion(page, 'A ring that waits')
  await takeStep(page)
  await stage(page).getByText(/deadlock/).first().waitFor()
  await takeStep(page)
  await stage(page).getByRole('tabpanel', { name: 'Processes' }).waitFor()
  await keepScreenshot(page, 'gallery-deadlock')
  await page.getByRole('tab', { name: 'Value' }).click()
  await openQuestion(page, 'A counter that stops')
  await takeStep(page)
  await takeStep(page)
  await chain(page).getByText(/^Where from: %next = 256/).waitFor()
  await takeStep(page)
  await page.getByRole('button', { name: 'Steps', expanded: true }).waitFor()
  assert.deepEqual(problems, [])
})

test('each step leads to a line, a cell or another tab, and the question stays in sight', async () => {
  const { page, problems } = await openPage(site())
  for (const { title, way: steps } of questions.filter(({ id }) => ['lost-one', 'missing-sum', 'gather-off-by-one'].includes(id))) {
    await openQuestion(page, title)
    await settled(page)
    for (const { at, ask, press } of steps) {
      await takeStep(page)
      if (at !== undefined) await page.locator('.cm-activeLine', { hasText: at.split('\n')[0] }).waitFor()
      if (ask !== undefined) await chain(page).getByText(`Where from: ${ask}`).waitFor()
      if (press !== undefined && press !== 'Steps') await page.getByRole('tab', { name: press, selected: true }).waitFor()
    }
    await reveal(page).click()
    await way(page).locator('.way-says').waitFor()
    await page.getByRole('tab', { name: 'Value' }).click()
  }
  assert.deepEqual(problems, [])
})
