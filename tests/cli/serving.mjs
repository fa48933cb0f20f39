// A running `paddock serve`, for tests of the command and of the page.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { command } from './paddock.mjs'

/// Serves the file with the page in `share`/page. Returns the process and the address that it prints. `word` may be `open`.
export async function serve(path, share, { word = 'serve', environment = {} } = {}) {
  const env = { ...process.env, PADDOCK_SHARE: share, ...environment }
  const server = spawn(command[0], [...command.slice(1), word, path], { env, stdio: ['ignore', 'pipe', word === 'open' ? 'pipe' : 'ignore'] })
  return { server, address: String((await once(server.stdout, 'data'))[0]).trim() }
}

/// Returns the ids of the processes of a server's engines.
export function enginesOf(server) {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number).filter((pid) => isEngine(pid, server.pid))
}

function isEngine(pid, parent) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') === 'paddock\0engine\0' && Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')[1]) === parent
  } catch {
    return false
  }
}

/// Returns the processor time of a process, in ticks.
export const processorTime = (pid) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ').slice(11, 13).reduce((sum, ticks) => sum + Number(ticks), 0)

/// Waits until the condition holds.
export async function until(holds, what = 'this takes too long') {
  for (const end = performance.now() + 10_000; !(await holds()); await new Promise((resolve) => setTimeout(resolve, 20))) assert.ok(performance.now() < end, what)
}
