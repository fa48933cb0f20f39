// `examples.json?outline`: the examples without the sentences that only the menu shows, which loads them itself.
import { readFileSync } from 'node:fs'

/** A Vite plugin. */
export const exampleOutline = () => ({
  name: 'paddock-example-outline',
  enforce: 'pre',
  load(id) {
    if (!id.endsWith('/examples.json?outline')) return undefined
    const groups = JSON.parse(readFileSync(id.replace(/\?.*$/, ''), 'utf8'))
    const outline = groups.map(({ examples, ...group }) => ({ ...group, examples: examples.map(({ shows, ...example }) => example) }))
    return { code: `export default ${JSON.stringify(outline)}`, moduleType: 'js' }
  },
})
