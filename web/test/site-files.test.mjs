// The site seen by others: its name and picture beside a link, and the page for an address that is not there.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openPage, useSite } from './story.mjs'
import { dist } from './site.mjs'

const site = useSite()
const read = (name) => readFileSync(join(dist, name), 'utf8')

test('a link to the site shows its name and the picture of the opening example', async () => {
  const { page } = await openPage(site())
  const properties = await page.locator('meta[property]').evaluateAll((tags) => Object.fromEntries(tags.map((tag) => [tag.getAttribute('property'), tag.content])))
  assert.deepEqual(properties, { 'og:image': './preview.png' })
  assert.equal(await page.title(), 'Paddock: StableHLO in the browser')
  assert.equal(await page.locator('meta[name=description]').getAttribute('content'), 'Runs StableHLO programs here, in your browser.')
  // The horse: 25 rows of 32 cells, dark where a bit is set.
  const { width, height, cells } = await page.evaluate(async (address) => {
    const picture = await createImageBitmap(await (await fetch(address)).blob())
    const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
    context.drawImage(picture, 0, 0)
    const [rows, columns, size] = [25, 32, Math.floor(Math.min((0.9 * picture.width) / 32, (0.9 * picture.height) / 25))]
    const at = (row, column) => [...context.getImageData(Math.floor((picture.width - size * columns) / 2) + size * column + size / 2, Math.floor((picture.height - size * rows) / 2) + size * row + size / 2, 1, 1).data]
    return { width: picture.width, height: picture.height, cells: Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (_, column) => at(row, column).slice(0, 3).join())) }
  }, new URL('preview.png', page.url()).href)
  assert.deepEqual([width, height], [1200, 630])
  assert.equal(new Set(cells.flat()).size, 2)
  const words = /dense<\[([\s\d,]+)\]>/.exec(read('../../examples/horse.mlir'))?.[1].split(',').map(Number)
  assert.equal(words?.length, 25)
  // The bit of the leftmost cell is the highest or the lowest; either way the picture has as many dark cells.
  const [set] = [...new Set(cells.flat())].filter((colour) => cells.flat().filter((one) => one === colour).length === words.reduce((sum, word) => sum + (word >>> 0).toString(2).replaceAll('0', '').length, 0))
  assert.ok(set !== undefined, 'dark cells are the bits')
})

test('every page has a title of its own', () => {
  const pages = readdirSync(dist, { recursive: true }).filter((name) => name.endsWith('.html') && !/^(cell|capsule)/.test(name))
  const titles = pages.map((name) => /<title>([^<]+)<\/title>/.exec(read(name))?.[1])
  assert.ok(pages.length > 20)
  assert.deepEqual(pages.filter((_, i) => titles[i] === undefined), [])
  assert.deepEqual(titles.filter((title, i) => titles.indexOf(title) !== i), [])
})

test('the page for an absent address needs no other file and leads to the playground', async () => {
  const text = read('404.html')
  assert.doesNotMatch(text, /src=|<link|<script/)
  assert.match(text, /<a href="\/">The playground<\/a>/)
})
