/// The script of cell.html. It runs only in a frame of opaque origin, which reaches neither the
/// page nor its storage, under a policy without any network: the code of one cell, in a Worker, so
/// that code without an end blocks nothing. The page ends it by removing the frame.
import { mostPrints, readMessage, type CellMessage, type CellStart } from '../messages.js'
import { plainError } from './errors.js'
import type { WorkerStart } from './worker.js'

/// The Worker's script up to the code, from the page's build.
const head = document.querySelector('#worker')!.textContent

// A block of its own lets the code name a variable `builder`. It is strict, like modules.
const before = `${head}\nrunCell(async (builder, tensorOf) => { 'use strict'; {\n`
const after = '\n}})'

function start({ code, wasm }: CellStart, port: MessagePort): void {
  const post = (message: CellMessage): void => port.postMessage(message)
  const fail = (message: string, line = 0): void => post({ kind: 'failed', errors: [plainError(message, line)] })
  post({ kind: 'started' })
  const first = before.split('\n').length
  const last = code.split('\n').length
  const worker = new Worker(URL.createObjectURL(new Blob([before, code, after], { type: 'text/javascript' })))
  let count = 0
  worker.onmessage = ({ data }) => {
    const message = readMessage(data)
    if (message !== null && message.kind !== 'started' && ++count <= mostPrints + 10) return post(message)
    worker.terminate()
    fail('The code was stopped: it posted what is no output of a cell, or too much.')
  }
  worker.onerror = (event) => {
    const { message, lineno } = event
    // The cell shows it; it is no error of the page.
    event.preventDefault()
    if (!message) return fail('This browser starts no Worker in a frame of its own, so the cell cannot run here.')
    // An open bracket is missed behind the code.
    const line = Math.min(lineno - first + 1, last)
    fail(`${message.replace(/^Uncaught /, '')}${hintOf(message)}`, Math.max(line, 0))
  }
  worker.postMessage({ wasm, first } satisfies WorkerStart, [wasm])
}

const hintOf = (message: string): string => (/\bimport\b/.test(message) ? '. The cell has `builder` and `tensorOf` already and imports nothing' : '')

addEventListener('message', ({ data, source, ports: [port] }: MessageEvent<CellStart>) => {
  // In a document of the site's own origin, any page that frames it could run code there.
  if (origin !== 'null' || source !== parent || port === undefined) return
  start(data, port)
})
