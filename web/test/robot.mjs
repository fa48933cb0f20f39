// A robot that performs random actions of a person on the page: `node web/test/robot.mjs --steps 10000 --seed 1`
// (docs/testing.md). A failure has the seed and the step; a seed is reproducible.
import { fileURLToPath } from 'node:url'
import { chance, demand, numberAfter, pickWeighted } from './chance.mjs'
import { actions } from './robot-actions.mjs'
import { differences, look, seenFresh } from './robot-eyes.mjs'
import { openPage, startSite } from './site.mjs'
import { keepScreenshot } from './story.mjs'

/** Number of actions between two comparisons of the whole page. */
const stride = 4
/** Number of actions of a visitor. */
const visit = 60

/** Steps of one visitor. Throws with the actions so far if a comparison fails. */
async function visitOnce(site, seed, steps, log) {
  const random = chance(seed)
  const done = []
  const { page, problems } = await openPage(site)
  const fresh = await openPage(site)
  page.on('console', (message) => problems.push(message.text()))
  const robot = { page, random, isKilled: false }
  try {
    await page.locator('.cm-content').click()
    for (let step = 1; step <= steps; ++step) {
      const { name, act } = actions[pickWeighted(random, actions)]
      const said = `${step} ${name}`
      done.push(said)
      const more = await act(robot)
      if (more) done[done.length - 1] += `: ${more}`
      log(done.at(-1))
      if (!process.env.PADDOCK_NO_FOCUS) demand(await focusOf(page), 'the focus is nowhere')
      if (step % stride === 0 || step === steps) await compare(robot, fresh.page)
      // The page reports a killed engine.
      const unexpected = problems.filter((text) => !(robot.isKilled && /broken on purpose/.test(text)))
      demand(unexpected.length === 0, `the page said ${JSON.stringify(unexpected)}`)
    }
  } catch (error) {
    error.message = `seed ${seed}: ${error.message}\n  ${done.slice(-12).join('\n  ')}`
    await keepScreenshot(page, `robot-${seed}`)
    await keepScreenshot(fresh.page, `robot-${seed}-fresh`)
    throw error
  } finally {
    await Promise.all([page.context().close(), fresh.page.context().close()])
  }
}

const focusOf = (page) => page.evaluate(() => document.activeElement !== null && document.activeElement !== document.body)

/** All visible values must equal those of a fresh page with the same text, or be marked as older. */
async function compare(robot, freshPage) {
  const seen = await look(robot.page)
  demand(seen.clipped.length === 0, `clipped: ${JSON.stringify(seen.clipped)}`)
  const found = differences(seen, await seenFresh(freshPage, seen, robot.page))
  demand(found.length === 0, `differs from a fresh run of its text:\n    ${found.join('\n    ')}\n${seen.text}\n  `)
}

/** Runs visitors with `seed`, `seed + 1` and so on, until this many steps are done. */
export async function runRobot(site, { seed, steps, log = () => {} }) {
  for (let done = 0, visitor = seed; done < steps; done += visit, ++visitor) await visitOnce(site, visitor, Math.min(visit, steps - done), log)
}

async function main(args) {
  const [seed, steps] = [numberAfter(args, '--seed', 1), numberAfter(args, '--steps', 10_000)]
  const site = await startSite('/some/sub/path/')
  const failures = []
  try {
    for (let done = 0, visitor = seed; done < steps; done += visit, ++visitor) {
      const isLoud = args.includes('--loud')
      await visitOnce(site, visitor, Math.min(visit, steps - done), (line) => isLoud && console.log(line)).catch(async (error) => {
        failures.push(visitor)
        console.log(error.message)
      })
      console.log(`seed ${visitor}: ${Math.min(done + visit, steps)} of ${steps} steps, ${failures.length} failures`)
    }
  } finally {
    await site.close()
  }
  if (failures.length > 0) console.log(`seeds that found something: ${failures.join(', ')}`)
  process.exitCode = failures.length > 0 ? 1 : 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2))
