// A short run of the robot that uses the page's tools (docs/testing.md).
import { test } from 'node:test'
import { useSite } from './story.mjs'
import { runToolRobot } from './tool-robot.mjs'

const site = useSite()
const { PADDOCK_ROBOT_SEED = '1', PADDOCK_ROBOT_SECONDS = '15' } = process.env

test('tools used at random say no error, come to rest, and show the results of the command', { timeout: 240_000 + 1000 * Number(PADDOCK_ROBOT_SECONDS) }, async (context) => {
  const counts = await runToolRobot(site(), { seed: Number(PADDOCK_ROBOT_SEED), seconds: Number(PADDOCK_ROBOT_SECONDS) })
  context.diagnostic(`${counts.visitors} visitors, ${counts.compared} comparisons with the command`)
})
