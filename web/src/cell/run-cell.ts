import { builderWasm } from 'paddock-hlo/builder'
import { element } from '../shared/dom.js'
import { mostPrints, readMessage, type CellError, type CellStart } from './messages.js'

/// How a run of the cell ended.
export type CellEnd =
  | { kind: 'built'; text: string; milliseconds: number }
  | { kind: 'failed'; errors: readonly CellError[] }
  /// `sentence` says what ended it, or why it could not run.
  | { kind: 'stopped'; sentence: string }

interface CellRun {
  ended: Promise<CellEnd>
  stop(): void
}

interface CellEvents {
  print(level: 'log' | 'error', text: string): void
}

/// Milliseconds that the code may take, and that the frame may take to start.
const longestRun = 10_000
const longestStart = 10_000

const refused = 'The cell did not start: this browser or host does not allow the frame that it runs in (cell.html).'

let bytes: Promise<ArrayBuffer> | null = null

/// Fetched once; a failure is forgotten, so that the next run tries again.
function fetchBuilder(): Promise<ArrayBuffer> {
  bytes ??= fetch(builderWasm).then((response) => {
    if (!response.ok) throw new Error(`the host answered ${response.status}`)
    return response.arrayBuffer()
  })
  bytes.catch(() => (bytes = null))
  return bytes
}

/// Runs code in a frame of opaque origin inside `place`, which it leaves at its end.
export function startCell(code: string, place: HTMLElement, events: CellEvents): CellRun {
  const frame = element('iframe', 'cell-frame')
  const { port1: port, port2 } = new MessageChannel()
  let timer: ReturnType<typeof setTimeout>
  let end!: (end: CellEnd) => void
  const ended = new Promise<CellEnd>((resolve) => {
    end = (how) => {
      isOver = true
      clearTimeout(timer)
      port.close()
      frame.remove()
      resolve(how)
    }
  })
  const stop = (sentence: string): void => end({ kind: 'stopped', sentence })
  const limit = (milliseconds: number, sentence: string): void => {
    clearTimeout(timer)
    timer = setTimeout(() => stop(sentence), milliseconds)
  }
  let isOver = false
  let startedAt = 0
  let prints = 0
  port.onmessage = ({ data }) => {
    const message = readMessage(data)
    switch (message?.kind) {
      case undefined:
        return stop('The cell was stopped: it posted what is no output of one.')
      case 'started':
        if (startedAt > 0) return
        startedAt = performance.now()
        return limit(longestRun, `Stopped after ${longestRun / 1000} s, which is the limit: the code had not ended.`)
      case 'printed':
        return ++prints <= mostPrints ? events.print(message.level, message.text) : undefined
      case 'built':
        return end({ kind: 'built', text: message.text, milliseconds: performance.now() - startedAt })
      case 'failed':
        return end(message)
    }
  }
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.title = 'The cell'
  frame.hidden = true
  frame.src = new URL('cell.html', document.baseURI).href
  const begin = (wasm: ArrayBuffer): void => {
    if (isOver) return
    limit(longestStart, refused)
    // An opaque origin has no name to address it by. Nothing in the message is secret.
    frame.addEventListener('load', () => frame.contentWindow?.postMessage({ code, wasm } satisfies CellStart, '*', [port2]), { once: true })
    place.append(frame)
  }
  fetchBuilder().then(begin, (error: Error) => stop(`The builder could not be loaded: ${error.message}.`))
  return { ended, stop: () => stop('Stopped.') }
}
