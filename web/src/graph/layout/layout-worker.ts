import { LevelCache, layOutLevels } from './lay-out.js'
import type { LayoutReply, LayoutRequest } from './level.js'

/// Lays out graphs aside from the page. The first message has no number; its answer is 'ready'.

const kept = new LevelCache()
const post = (message: LayoutReply | 'ready'): void => self.postMessage(message)

self.addEventListener('message', ({ data }: MessageEvent<LayoutRequest | object>) => {
  if (!('request' in data)) return post('ready')
  const { id, request } = data
  try {
    post({ id, reply: layOutLevels(request.levels, kept) })
  } catch (error) {
    post({ id, problem: (error as Error).message })
  }
})
