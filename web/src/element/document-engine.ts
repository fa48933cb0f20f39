import { load, type Paddock } from 'paddock-hlo'
import type { Engines } from '../run/runner.js'
import { chosenEngine } from './engine-choice.js'

let current: Promise<Paddock> | null = null

/// One engine for all elements of a document. If it is lost it is lost for all of them, and the
/// next run starts another.
export const documentEngine: Engines = {
  start() {
    const starting = current ?? begin()
    current = starting
    // A failure is not cached: the next call tries again.
    starting.catch(() => current === starting && (current = null))
    return starting
  },
  end(paddock) {
    void current?.then((running) => running === paddock && (current = null), () => {})
    paddock.close()
  },
}

/// The module may be unavailable as a separate file: forbidden by policy, or left out by a bundler.
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
