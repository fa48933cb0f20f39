// `npm run bench -- web [KEYS]`: the time from a key in the editor to the painted change.
import { openPage, startSite } from '../../web/test/site.mjs'
import { keysToPaint, programs, quantile } from './key-to-paint.mjs'

/** Prints p50 and p95 over `count` keys of each program. */
export async function measureKeys(count) {
  const site = await startSite('/some/sub/path/')
  try {
    for (const name of programs) {
      const { page } = await openPage(site)
      const waits = await keysToPaint(page, name, count)
      const at = (part) => `${quantile(waits, part).toFixed(1)} ms`
      console.log(`${name.padEnd(14)} key to painted result: p50 ${at(0.5)}, p95 ${at(0.95)}, ${count} keys`)
      await page.context().close()
    }
  } finally {
    await site.close()
  }
}
