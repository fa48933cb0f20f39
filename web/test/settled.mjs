// Detects an idle page: all operations that it started have finished.

/// Counts pending frames, timers below a second, animations and unanswered requests to Workers. Longer timers only
/// clean up. Runs before any script of the page.
function watch() {
  const { setTimeout, clearTimeout, requestAnimationFrame, cancelAnimationFrame } = window
  /// Names of the pending timers and frames.
  const awaited = new Map()

  window.setTimeout = (act, delay = 0, ...rest) => {
    if (delay >= 1000 || typeof act !== 'function') return setTimeout(act, delay, ...rest)
    const timer = setTimeout(() => {
      awaited.delete(timer)
      act(...rest)
    }, delay)
    awaited.set(timer, `a timer of ${delay} ms`)
    return timer
  }
  window.clearTimeout = (timer) => {
    awaited.delete(timer)
    clearTimeout(timer)
  }
  window.requestAnimationFrame = (act) => {
    const frame = requestAnimationFrame((now) => {
      awaited.delete(`frame ${frame}`)
      act(now)
    })
    awaited.set(`frame ${frame}`, 'a frame')
    return frame
  }
  window.cancelAnimationFrame = (frame) => {
    awaited.delete(`frame ${frame}`)
    cancelAnimationFrame(frame)
  }

  /// The requests of each Worker by number; the first message has no number, and its answer is 'ready'.
  const workers = new Map()
  if (window.Worker !== undefined) {
    const { postMessage, terminate } = Worker.prototype
    const forget = (worker) => workers.delete(worker)
    Worker.prototype.postMessage = function (message, ...rest) {
      if (!workers.has(this) && message.id === undefined) {
        workers.set(this, new Map())
        this.addEventListener('message', ({ data }) => {
          if (data === 'ready') workers.get(this)?.delete('start')
          if (data.reply !== undefined || data.problem !== undefined) workers.get(this)?.delete(data.id)
          if (data.lost !== undefined) forget(this)
        })
        this.addEventListener('error', () => forget(this))
      }
      workers.get(this)?.set(message.id ?? 'start', `the engine's answer to ${message.request?.kind ?? 'its start'}`)
      return postMessage.call(this, message, ...rest)
    }
    Worker.prototype.terminate = function () {
      forget(this)
      return terminate.call(this)
    }
  }

  /// A cursor blinks forever.
  const isEnding = (animation) => animation.playState === 'running' && animation.effect.getComputedTiming().endTime < Infinity
  const animations = () => {
    const roots = [document, document.querySelector('paddock-playground')?.shadowRoot].filter(Boolean)
    return roots.flatMap((root) => root.getAnimations()).filter(isEnding)
  }
  const names = () => [...awaited.values(), ...[...workers.values()].flatMap((requests) => [...requests.values()]), ...animations().map((animation) => `the animation ${animation.animationName ?? animation.transitionProperty}`)]

  /// Returns what is still pending after `patience` milliseconds; empty: the page was idle for two frames.
  window.comeToRest = async (patience) => {
    const until = performance.now() + patience
    for (let calm = 0; calm < 2; ) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      const waitsFor = names()
      calm = waitsFor.length === 0 ? calm + 1 : 0
      if (performance.now() > until && calm === 0) return waitsFor
    }
    return []
  }
}

/// The files that each page is fetching.
const fetched = new WeakMap()

/// Call this before the page is opened.
export async function watchRest(page) {
  const files = new Set()
  fetched.set(page, files)
  page.on('request', (request) => files.add(request))
  for (const end of ['requestfinished', 'requestfailed']) page.on(end, (request) => files.delete(request))
  await page.addInitScript(watch)
}

/// Waits until the page is idle. Returns what is still pending after `patience` milliseconds; empty: it is idle.
export async function comeToRest(page, patience) {
  const until = Date.now() + patience
  for (;;) {
    const waitsFor = await page.evaluate((patience) => window.comeToRest(patience), Math.max(0, until - Date.now()))
    const files = [...fetched.get(page)].map((request) => request.url())
    if (waitsFor.length > 0 || files.length === 0) return waitsFor
    if (Date.now() > until) return files
  }
}

/// Waits until the page is idle; throws with the pending operations after a timeout.
export async function settled(page, patience = Number(process.env.PADDOCK_PATIENCE ?? 15_000)) {
  const waitsFor = await comeToRest(page, patience)
  if (waitsFor.length > 0) throw new Error(`the page does not come to rest, it waits for ${waitsFor.join(', ')}`)
}

/// Waits until changes are painted: for two frames, whatever else is pending.
export const nextFrames = (page) => page.evaluate(async () => {
  for (let i = 0; i < 2; ++i) await new Promise((resolve) => requestAnimationFrame(resolve))
})
