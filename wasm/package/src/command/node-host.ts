/// Node's side of the command over WebAssembly. wasm/command/host_imports.h documents each function.
import { closeSync, fstatSync, openSync, readdirSync, readSync, statSync, writeSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { isatty } from 'node:tty'
import { fileURLToPath } from 'node:url'
import { describeProblem } from './problems.js'

const standardInput = 0
/// A further thread is a Worker: it takes 10 MB, and 30 ms of a processor to start.
const mostThreadsByDefault = 8
const kinds = { none: 0, file: 1, folder: 2 }

/// Files that are installed with the command: those of the package.
const sharedFolder = fileURLToPath(new URL('..', import.meta.url))

export class NodeHost {
  private memory!: WebAssembly.Memory
  /// Text that `take` copies.
  private kept: Uint8Array = new Uint8Array()
  private lastProblem = ''
  /// Streams whose reader has closed them.
  private readonly closed = new Set<number>()

  constructor(
    private readonly commandWords: readonly string[],
    private readonly interrupts: Int32Array,
  ) {}

  attach(imports: WebAssembly.Imports): void {
    const all = Object.values(imports).flatMap((one) => Object.values(one))
    this.memory = all.find((one) => one instanceof WebAssembly.Memory)!
  }

  take = (into: number): void => this.bytes(into, this.kept.length).set(this.kept)
  words = (): number => this.keep(this.commandWords.map((word) => `\0${word}`).join(''))
  variable = (name: number, size: number): number => {
    const asked = this.text(name, size)
    return this.keep(process.env[asked] ?? (asked === 'PADDOCK_SHARE' ? sharedFolder : ''))
  }

  open = (path: number, size: number, isNew: number): number => {
    const name = this.text(path, size)
    return name === '-' && !isNew ? standardInput : this.attempt(-1, () => openSync(name, isNew ? 'w' : 'r'))
  }
  size = (file: number): number => {
    const status = fstatSync(file)
    return status.isFile() ? status.size : -1
  }
  read = (file: number, offset: number, into: number, size: number): number =>
    this.attempt(-1, () => whenReady(() => readSync(file, this.bytes(into, size), 0, size, offset < 0 ? null : offset)))
  write = (file: number, from: number, size: number): number =>
    this.attempt(0, () => {
      writeAll(file, this.bytes(from, size))
      return 1
    })
  close = (file: number): number =>
    this.attempt(0, () => {
      if (file !== standardInput) closeSync(file)
      return 1
    })
  problem = (): number => this.keep(this.lastProblem)

  stat = (path: number, size: number): number => kindOf(this.text(path, size))
  list = (folder: number, size: number): number => this.keep(filesUnder(this.text(folder, size)).map((path) => `\0${path}`).join(''))

  print = (stream: number, from: number, size: number): void => this.printTo(stream, this.bytes(from, size))
  report(sentence: string): void {
    this.printTo(2, Buffer.from(sentence))
  }
  is_interactive = (): number => Number(isatty(2))
  shows_colors = (): number => Number(isatty(1) && !process.env.NO_COLOR && process.env.TERM !== undefined && process.env.TERM !== 'dumb')
  threads = (): number => Math.min(availableParallelism(), mostThreadsByDefault)
  now = (): number => performance.now() / 1000
  cpu_seconds = (): number => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }
  is_interrupted = (): number => Number(Atomics.load(this.interrupts, 0) > 0)

  private printTo(stream: number, bytes: Uint8Array): void {
    if (this.closed.has(stream)) return
    try {
      writeAll(stream, bytes)
    } catch {
      // A closed reader (`| head`) is not an error of the command.
      this.closed.add(stream)
    }
  }
  /// Creates a new view each time, since the buffer is replaced when memory grows.
  private bytes(address: number, size: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, address >>> 0, size >>> 0)
  }
  private text(address: number, size: number): string {
    return Buffer.from(this.bytes(address, size)).toString()
  }
  private keep(text: string): number {
    this.kept = Buffer.from(text)
    return this.kept.length
  }
  private attempt(otherwise: number, action: () => number): number {
    try {
      return action()
    } catch (error) {
      this.lastProblem = describeProblem(error)
      return otherwise
    }
  }
}

/// Retries the call while a non-blocking pipe is not ready.
function whenReady(action: () => number): number {
  const clock = new Int32Array(new SharedArrayBuffer(4))
  for (;;) {
    try {
      return action()
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EOF') return 0
      if (code !== 'EAGAIN') throw error
      Atomics.wait(clock, 0, 0, 2)
    }
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += whenReady(() => writeSync(file, bytes, at))
}

function kindOf(path: string): number {
  try {
    return statSync(path).isDirectory() ? kinds.folder : kinds.file
  } catch {
    return kinds.none
  }
}

/// Like the native command, this does not follow links to folders.
function filesUnder(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = folder.endsWith('/') ? `${folder}${entry.name}` : `${folder}/${entry.name}`
      if (entry.isDirectory()) return filesUnder(path)
      return entry.isFile() || (entry.isSymbolicLink() && kindOf(path) === kinds.file) ? [path] : []
    })
  } catch {
    return []
  }
}
