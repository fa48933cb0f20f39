// A robot that uses the page's tools at random: commands of the palette, cells, questions, steps, comparisons, links.
// `node web/test/tool-robot.mjs --seconds 900 --seed 1 [--loud]` (docs/testing.md). A failure has its seed.
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { chance, demand, numberAfter, pickWeighted } from './chance.mjs'
import { settle } from './robot-eyes.mjs'
import { openPage, startSite } from './site.mjs'
import { column, keepScreenshot, program, replaceProgram } from './story.mjs'
import { runCommand, textOf, toolActions } from './tool-actions.mjs'

const command = fileURLToPath(new URL('../../build/native/bin/paddock', import.meta.url))
/** Number of actions of a visitor, and between two comparisons. */
const visit = 24
const stride = 3

/** The results of the page are those of the command: it checks the test case that the page writes. */
async function compareWithCommand(page) {
  if (!existsSync(command) || !/^Ran in/.test(await statusOf(page))) return 'not compared'
  const answer = await runCommand(page, 'Copy as a test case')
  // Several processes, large results and programs without results have no test case.
  if (!/^Copied/.test(answer)) return answer
  const text = await page.evaluate(() => navigator.clipboard.readText())
  const folder = mkdtempSync(join(tmpdir(), 'paddock-robot-'))
  try {
    writeFileSync(join(folder, 'case.mlir'), text)
    await promisify(execFile)(command, ['test', folder], { encoding: 'utf8', timeout: 60_000 })
  } catch (error) {
    throw new Error(`the command gives other results: ${error.stdout}${error.stderr}\n${text}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
  return 'compared'
}

const statusOf = (page) => page.locator('.status').first().textContent()

/** An edit and its undoing leave the text and the values beside it as they were. */
async function editAndUndo(page) {
  const seen = async () => {
    await settle(page)
    return { text: await textOf(page), column: await column(page).first().innerText() }
  }
  // The box of the operation under the pointer lies over the program.
  await page.mouse.move(2, 2)
  await page.setViewportSize({ width: 1366, height: 820 })
  await replaceProgram(page, 'func.func @main() -> tensor<2xf32> {\n  %a = stablehlo.constant dense<[1.5, 2.0]> : tensor<2xf32>\n  %b = stablehlo.multiply %a, %a : tensor<2xf32>\n  return %b : tensor<2xf32>\n}')
  const before = await seen()
  await program(page).evaluate((editor) => editor.focus())
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('// x\n')
  const changed = await seen()
  demand(changed.text !== before.text, 'typing changed nothing')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  const after = await seen()
  demand(after.text.startsWith(before.text) || before.text.startsWith(after.text), `undo leads to ${after.text}`)
  if (after.text === before.text) demand(after.column === before.column, `undo shows ${after.column}, before ${before.column}`)
}

/** One visitor; throws with the last actions if something is wrong. Returns how many results were compared. */
async function visitOnce(site, seed, log) {
  const random = chance(seed)
  const done = []
  let compared = 0
  const { page, problems } = await openPage(site, { permissions: ['clipboard-read', 'clipboard-write'] })
  try {
    await settle(page)
    for (let step = 1; step <= visit; ++step) {
      const { name, act } = toolActions[pickWeighted(random, toolActions)]
      done.push(`${step} ${name}`)
      const more = await act({ page, random })
      if (more) done[done.length - 1] += `: ${more}`
      log(done.at(-1))
      demand(problems.length === 0, `the page said ${JSON.stringify(problems)}`)
      if (step % stride !== 0) continue
      await settle(page)
      const how = await compareWithCommand(page)
      if (how === 'compared') ++compared
      log(`  ${how}`)
    }
    await editAndUndo(page)
    demand(problems.length === 0, `the page said ${JSON.stringify(problems)}`)
    return compared
  } catch (error) {
    error.message = `seed ${seed}: ${error.message}\n  ${done.slice(-14).join('\n  ')}`
    await keepScreenshot(page, `tool-robot-${seed}`)
    throw error
  } finally {
    await page.context().close()
  }
}

/** Sends visitors with `seed`, `seed + 1` and so on for so many seconds. Returns the numbers of visitors and comparisons. */
export async function runToolRobot(site, { seed, seconds, log = () => {}, onFailure = (error) => { throw error } }) {
  const end = performance.now() + 1000 * seconds
  const counts = { visitors: 0, compared: 0 }
  do {
    counts.compared += (await visitOnce(site, seed + counts.visitors, log).catch(onFailure)) ?? 0
    ++counts.visitors
  } while (performance.now() < end)
  return counts
}

async function main(args) {
  const site = await startSite('/some/sub/path/')
  const failures = []
  const onFailure = (error) => void (failures.push(error), console.log(error.message))
  const log = args.includes('--loud') ? console.log : () => {}
  try {
    const { visitors, compared } = await runToolRobot(site, { seed: numberAfter(args, '--seed', 1), seconds: numberAfter(args, '--seconds', 900), log, onFailure })
    console.log(`${visitors} visitors of ${visit} actions, ${compared} comparisons with the command, ${failures.length} failures`)
  } finally {
    await site.close()
  }
  process.exitCode = failures.length > 0 ? 1 : 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2))
