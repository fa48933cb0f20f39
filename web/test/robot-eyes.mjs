// The robot's view of the page, and that of a fresh page with the same text.

import { comeToRest } from './settled.mjs'

const ended = /^(?:$|Ran|Stopped at|One error|\d+ errors|This is not|There is no function|The engine is not running|.* could not be loaded|.* is not a grid|A grid )/
const patience = 30_000
/** Longer runs are stopped. */
const longestRun = 1500

/** Waits until the page is idle and says so. Stops runs that take too long. */
export async function settle(page) {
  const until = Date.now() + patience
  let waitsFor = []
  while (Date.now() < until) {
    waitsFor = await comeToRest(page, longestRun)
    const status = await page.locator('.status').first().textContent()
    if (waitsFor.length === 0 && ended.test(status)) return
    // A slow browser evaluates a script that it has fetched only some frames later.
    if (waitsFor.length === 0) waitsFor = [`another status than "${status}"`]
    const stop = page.getByRole('button', { name: 'Stop', exact: true })
    if (await stop.isVisible()) await stop.click({ timeout: 1000 }).catch(() => {})
  }
  throw new Error(`the page does not come to rest, it waits for ${waitsFor.join(', ')}`)
}

/** All visible values. */
const snapshot = (page) =>
  page.evaluate(() => {
    const root = document.querySelector('paddock-playground').shadowRoot
    const content = root.querySelector('.cm-content')
    const { view } = content.cmTile ?? content.cmView
    const isSeen = (dom) => dom.getClientRects().length > 0
    const hash = (text) => [...text].reduce((sum, character) => (Math.imul(sum, 31) + character.charCodeAt(0)) | 0, 7)
    const words = (dom) => (dom === null || !isSeen(dom) ? undefined : dom.innerText.replace(/\s+/g, ' ').trim())
    const isOpen = (dom) => dom !== null && dom.closest('details:not([open])') === null
    const scroller = view.scrollDOM.getBoundingClientRect()
    const lineAt = ({ y, height }) => view.state.doc.lineAt(view.lineBlockAtHeight(y + height / 2 - view.documentTop).from).number
    const isInSight = (dom) => {
      const { top, bottom } = dom.getBoundingClientRect()
      return top >= scroller.top && bottom <= scroller.bottom
    }
    const rows = [...root.querySelectorAll('.cm-valueLines > .cm-value')].filter(isSeen).flatMap((row) => {
      const box = row.getBoundingClientRect()
      if (!isInSight(row)) return []
      return [{ line: lineAt(box), text: [...row.children].map((part) => part.textContent || part.querySelector('path')?.getAttribute('d')).join(' '), isStale: row.matches('.cm-value-stale') }]
    })
    const numberAt = (y) => lineAt({ y, height: 0 })
    // Lines that are completely visible.
    const lines = { from: numberAt(scroller.y) + 1, to: numberAt(scroller.y + scroller.height) - 1 }
    const panel = [...root.querySelectorAll('.panel')].find((one) => !one.hidden)
    const stage = root.querySelector('.stage')
    const sections = [...panel.querySelectorAll('.result, .input')].filter(isSeen).map((section) => {
      const canvas = section.querySelector('canvas.picture')
      const isUsual = canvas !== null && isSeen(canvas) && section.querySelector('[data-zoomed], .link[aria-pressed="false"]') === null && !/all numbers/.test(section.querySelector('.legend')?.textContent ?? '')
      return {
        name: `${section.closest('[aria-label^="Process"]')?.ariaLabel ?? ''} ${section.ariaLabel ?? section.closest('[aria-label]').ariaLabel}`,
        picture: canvas === null || !isSeen(canvas) ? undefined : canvas.ariaLabel,
        pixels: isUsual ? `${canvas.width}x${canvas.height} ${hash(canvas.toDataURL())}` : undefined,
        legend: isUsual ? words(section.querySelector('.legend')) : undefined,
        scalar: words(section.querySelector('.scalar')),
        elements: isOpen(section.querySelector('.result-text:not(.letters *)')) ? words(section.querySelector('.result-text:not(.letters *)')) : undefined,
      }
    })
    const clipped = [...root.querySelectorAll('.cm-value-nan, .cm-value-inf, .cm-value-times, .pill')].filter(isSeen).flatMap((pill) => {
      const box = pill.getBoundingClientRect()
      const frame = pill.closest('.cm-valueColumn, .cm-lineValue, .stage, .cm-tooltip').getBoundingClientRect()
      return box.left >= frame.left - 1 && box.right <= frame.right + 1 ? [] : [pill.textContent]
    })
    return {
      text: view.state.doc.toString(),
      offset: view.state.selection.main.head,
      scroll: view.scrollDOM.scrollTop,
      size: { width: innerWidth, height: innerHeight },
      draft: sessionStorage.getItem('paddock-draft'),
      status: words(root.querySelector('.status')) ?? '',
      grid: root.querySelector('input.grid').value,
      tab: root.querySelector('[role=tab][aria-selected=true]').textContent,
      process: words(root.querySelector('.pick[aria-pressed=true]')),
      // Problems under lines count only if visible, because the editor draws a varying number of lines outside the
      // view.
      problems: [...root.querySelectorAll('.problems > li, .cm-problem')].filter((problem) => isSeen(problem) && (problem.matches('li') || isInSight(problem))).map(words),
      isStale: stage.hasAttribute('data-stale'),
      isLine: isSeen(root.querySelector('.operation') ?? document.createElement('p')),
      rows,
      lines,
      sections,
      clipped,
    }
  })

/** The idle page after its run. */
export async function look(page) {
  // The cell under the pointer, or a pinned one, marks cells in pictures.
  await page.mouse.move(2, 2)
  await settle(page)
  const pinned = page.getByRole('region', { name: 'Cell', exact: true }).getByRole('button', { name: 'Close' })
  if (await pinned.isVisible()) {
    await pinned.click()
    await settle(page)
  }
  const refused = page.locator('input.grid[aria-invalid=true]')
  // Dismisses a refused grid, so that the status is that of the run.
  if (await refused.isVisible()) {
    await refused.press('Escape')
    await settle(page)
  }
  const again = page.getByRole('alert').getByRole('button', { name: 'Run again' })
  if (await again.isVisible()) {
    await again.click()
    await settle(page)
  }
  const end = page.getByRole('button', { name: 'Back to the end' })
  if (await end.isVisible()) {
    await end.click()
    await settle(page)
  }
  return snapshot(page)
}

/** Returns the view of a new page with this text, this grid and this window. */
export async function seenFresh(page, seen) {
  await page.setViewportSize(seen.size)
  await page.evaluate((draft) => sessionStorage.setItem('paddock-draft', draft), seen.draft ?? JSON.stringify({ text: seen.text, example: 'horse' }))
  await page.reload()
  await settle(page)
  const field = page.getByRole('textbox', { name: /processes/i })
  if ((await field.inputValue()) !== seen.grid) {
    await field.fill(seen.grid)
    await field.press('Enter')
    await settle(page)
  }
  await page.getByRole('tab', { name: seen.tab.split(' ')[0] }).click()
  const process = page.getByRole('button', { name: seen.process, exact: true })
  // A text that never ran has no processes in a fresh page.
  if (seen.process !== undefined && (await process.isVisible())) await process.click()
  await page.evaluate(({ offset, scroll, isLine }) => {
    const content = document.querySelector('paddock-playground').shadowRoot.querySelector('.cm-content')
    const { view } = content.cmTile ?? content.cmView
    if (isLine) {
      content.focus()
      view.dispatch({ selection: { anchor: offset } })
    }
    view.scrollDOM.scrollTop = scroll
  }, seen)
  await settle(page)
  return snapshot(page)
}

/** Returns whether two rows are the same, or begin the same list of values: a wider column shows more of it. */
function saySame(a, b) {
  const [ofA, ofB] = [a, b].map((row) => row.replace(/ ?\+\d+$/, ''))
  return a === b || (a !== ofA && b !== ofB && (ofA.startsWith(ofB) || ofB.startsWith(ofA)))
}

/** Returns what the page shows that does not belong to its text. */
export function differences(seen, fresh) {
  const found = []
  const differs = (what, a, b) => a !== undefined && b !== undefined && a !== b && found.push(`${what}: ${JSON.stringify(a)}, fresh ${JSON.stringify(b)}`)
  const hasRun = /^(?:Ran|One error|\d+ errors)/.test(seen.status) && fresh.rows.length + fresh.sections.length > 0
  differs('status', seen.status.replace(/[\d.]+ ms|[\d.]+ [kMG]?B\w*|in \d+ Workers? ?/g, ''), fresh.status.replace(/[\d.]+ ms|[\d.]+ [kMG]?B\w*|in \d+ Workers? ?/g, ''))
  if (/^Stopped/.test(seen.status)) return found.filter((one) => !one.startsWith('status'))
  if (!hasRun) {
    // No program with this text has run, so the values must be marked as older.
    if (!seen.isStale && seen.sections.length > 0) found.push(`sections of a text that did not run: ${seen.sections.map(({ name }) => name)}`)
    for (const { line, text, isStale } of seen.rows) if (!isStale) found.push(`beside line ${line} of a text that did not run: ${text}`)
    return found
  }
  if (seen.isStale) found.push('values of a text that ran are said to be older')
  const isInBoth = (line) => [seen, fresh].every(({ lines }) => lines.from <= line && line <= lines.to)
  // On another grid, a run that fails before it begins leaves the values of the previous run.
  const freshRows = fresh.rows.filter(({ isStale }) => !isStale)
  const beside = new Map(freshRows.map(({ line, text }) => [line, text]))
  for (const { line, text, isStale } of seen.rows.filter(({ line }) => isInBoth(line))) {
    const other = beside.get(line) ?? ''
    // A line that the run does not reach keeps its previous value, paler.
    if (isStale && other !== '') found.push(`beside line ${line} stands an older value: ${text}`)
    else if (!isStale && !saySame(text, other)) differs(`beside line ${line}`, text, other)
  }
  const isAbsent = (line) => isInBoth(line) && !seen.rows.some((row) => row.line === line)
  for (const { line, text } of freshRows) if (isAbsent(line)) found.push(`beside line ${line} nothing, fresh ${text}`)
  differs('problems', seen.problems.join('\n'), fresh.problems.join('\n'))
  differs('process', seen.process ?? '', fresh.process ?? '')
  differs('sections', seen.sections.map(({ name }) => name).join(), fresh.sections.map(({ name }) => name).join())
  for (const one of seen.sections) {
    const other = fresh.sections.find(({ name }) => name === one.name)
    for (const part of ['picture', 'legend', 'scalar', 'elements']) differs(`${part} of ${one.name}`, one[part], other?.[part])
    if (one.pixels?.split(' ')[0] === other?.pixels?.split(' ')[0]) differs(`pixels of ${one.name}`, one.pixels, other?.pixels)
  }
  return found
}
