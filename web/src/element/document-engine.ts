import { load, type Paddock } from 'paddock-hlo'
import type { Engines } from '../runner.js'
import { chosenEngine } from './engine-choice.js'

let current: Promise<Paddock> | null = null

/// One engine for all elements of a document; whoever loses it ends it for all, and the next one
/// who runs something starts another.
export const documentEngine: Engines = {
  start() {
    const starting = current ?? begin()
    current = starting
    // What failed is tried again.
    starting.catch(() => current === starting && (current = null))
    return starting
  },
  end(paddock) {
    void current?.then((running) => running === paddock && (current = null), () => {})
    paddock.close()
  },
}

/// A page's policy may allow scripts and no other file, and a bundler may have left the file behind.
async function begin(): Promise<Paddock> {
  const start = chosenEngine()
  if (start !== null) return start()
  try {
    return await load()
  } catch (error) {
    const { load: loadInline } = await import('paddock-hlo/inline')
    return loadInline().catch(() => {
      throw error
    })
  }
}
