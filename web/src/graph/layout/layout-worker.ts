import { LevelCache, layOut, layOutLevels } from './lay-out.js'
import type { LayoutReply, LayoutRequest } from './level.js'

/// Lays out graphs aside from the page. The first message has no number; its answer is 'ready'.

/// Runs the code once while the page reads the graph: the first layout of a session takes ten times as long as others.
function warmUp(): void {
  const sizes = Array.from({ length: 24 }, () => ({ width: 90, height: 40 }))
  layOut(sizes, sizes.flatMap((_, to) => [1, 2, 7].flatMap((back): [number, number][] => (to >= back ? [[to - back, to]] : []))))
}

const kept = new LevelCache()
const post = (message: LayoutReply | 'ready'): void => self.postMessage(message)

self.addEventListener('message', ({ data }: MessageEvent<LayoutRequest | object>) => {
  if (!('request' in data)) {
    warmUp()
    return post('ready')
  }
  const { id, request } = data
  try {
    post({ id, reply: layOutLevels(request.levels, kept) })
  } catch (error) {
    post({ id, problem: (error as Error).message })
  }
})
