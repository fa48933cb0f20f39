// A short run of the robot (docs/testing.md).
import { test } from 'node:test'
import { runRobot } from './robot.mjs'
import { useSite } from './story.mjs'

const site = useSite()

for (const seed of [1, 8]) {
  test(`a robot's random actions leave no number that a fresh run would not show, seed ${seed}`, { timeout: 240_000 }, () => runRobot(site(), { seed, steps: 24 }))
}
