/// Merges the traces of a grid's Workers.
import type { MainModule, ProgramHandle } from './glue.js'
import { Memory } from './memory.js'
import type { Request } from '../protocol/messages.js'

export function mergeTraces(module: MainModule, program: ProgramHandle, { replicas, partitions, traces }: Extract<Request, { kind: 'trace' }>): string {
  const merged = new module.TraceHandle(program, replicas, partitions)
  try {
    const begin = Math.min(...traces.map(({ timeOrigin }) => timeOrigin))
    for (const { bytes, timeOrigin } of traces) {
      const address = merged.allocate(bytes.byteLength)
      if (address === 0) throw new Error(`there is no memory for a trace of ${bytes.byteLength} bytes`)
      new Memory(module).write(address, bytes)
      if (!merged.add((begin - timeOrigin) * 1e6)) throw new Error('a trace of a Worker is invalid')
    }
    return merged.json()
  } finally {
    merged.delete()
  }
}
