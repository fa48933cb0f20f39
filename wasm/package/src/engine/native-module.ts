/// An engine in another process: the module's functions as calls over HTTP, for a Worker of the page of `paddock serve`.
/// wasm/native/call.h describes the messages. Numbers in them are little-endian.
import { differenceBytes } from '../protocol/difference.js'
import type { MainModule } from './glue.js'
import type { Native, WhyModule } from './engine-parts.js'

/// The connection has ended. Like a trap, it loses the engine.
class NativeLost extends WebAssembly.RuntimeError {}

/// An entry of the list of functions; its place in the list is its number.
interface Listed {
  class: string
  name: string
  form: 'function' | 'constructor' | 'static' | 'method'
  /// Class of the objects that it returns, or empty.
  returns: string
}

type Argument = number | boolean | string | Uint8Array | NativeObject
type Result = number | boolean | string | NativeObject | null | undefined
type Method = (...words: Argument[]) => Result

/// Bytes of one message.
const mostBytes = 2 ** 24

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

function wordOf(size: 4 | 8, value: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(size))
  if (size === 4) view.setUint32(0, value, true)
  else view.setFloat64(0, value, true)
  return new Uint8Array(view.buffer)
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/// Asks the process, and waits for its answer: the engine's code has no other way to call a function.
class Wire {
  constructor(private readonly address: string) {}

  /// Returns the answer behind its letter.
  ask(kind: string, ...parts: Uint8Array[]): { letter: string; rest: Uint8Array<ArrayBuffer> } {
    const request = new XMLHttpRequest()
    request.open('POST', this.address, false)
    request.responseType = 'arraybuffer'
    try {
      request.send(joined([encoder.encode(kind), ...parts]))
    } catch {
      throw new NativeLost('the connection to `paddock serve` has ended')
    }
    if (request.status !== 200) throw new NativeLost('its process has ended; it may have needed more memory than there is')
    const bytes = new Uint8Array(request.response as ArrayBuffer)
    const [letter, rest] = [String.fromCharCode(bytes[0]!), bytes.subarray(1)]
    if (letter === 'x') throw new Error(decoder.decode(rest))
    return { letter, rest }
  }
}

/// An object of the process. `$$` is where Embind has the address.
class NativeObject {
  readonly $$: { ptr: number }

  constructor(
    private readonly wire: Wire,
    number: number,
  ) {
    this.$$ = { ptr: number }
  }
  delete(): void {
    this.wire.ask('d', wordOf(4, this.$$.ptr))
  }
}

function argumentParts(argument: Argument): Uint8Array[] {
  if (argument instanceof NativeObject) return [encoder.encode('o'), wordOf(4, argument.$$.ptr)]
  if (typeof argument === 'number' || typeof argument === 'boolean') return [encoder.encode('n'), wordOf(8, Number(argument))]
  const bytes = typeof argument === 'string' ? encoder.encode(argument) : argument
  return [encoder.encode('s'), wordOf(4, bytes.length), bytes]
}

type Class = { new (wire: Wire, number: number): NativeObject; prototype: Record<string, unknown> }

/// The module's functions and classes, made from the list.
class NativeModule {
  readonly exports: Record<string, unknown> = {}
  private readonly classes = new Map<string, Class>()

  constructor(
    private readonly wire: Wire,
    list: readonly Listed[],
  ) {
    for (const { class: name } of list) if (name !== '' && !this.classes.has(name)) this.classes.set(name, class extends NativeObject {} as unknown as Class)
    // Called with `new`; an object that is returned takes the place of the new one.
    for (const name of this.classes.keys()) this.exports[name] = function () {}
    list.forEach((one, number) => this.bind(one, number))
  }

  private bind({ class: owner, name, form, returns }: Listed, number: number): void {
    const call = (self: number, words: readonly Argument[]): Result => this.call(number, self, words, returns)
    if (form === 'method') {
      this.classes.get(owner)!.prototype[name] = function (this: NativeObject, ...words: Argument[]): Result {
        return call(this.$$.ptr, words)
      }
      return
    }
    const free: Method = (...words) => call(0, words)
    if (form === 'function') this.exports[name] = free
    else if (form === 'static') (this.exports[owner] as Record<string, unknown>)[name] = free
    else {
      const statics = this.exports[owner] as object
      this.exports[owner] = Object.assign(function (...words: Argument[]): Result {
        return free(...words)
      }, statics)
    }
  }

  private call(number: number, self: number, words: readonly Argument[], returns: string): Result {
    const { letter, rest } = this.wire.ask('c', wordOf(4, number), wordOf(4, self), ...words.flatMap(argumentParts))
    const view = new DataView(rest.buffer, rest.byteOffset)
    switch (letter) {
      case 'n':
        return view.getFloat64(0, true)
      case 'b':
        return view.getUint8(0) !== 0
      case 's':
        return decoder.decode(rest)
      case 'o': {
        const object = view.getUint32(0, true)
        return object === 0 ? null : new (this.classes.get(returns)!)(this.wire, object)
      }
    }
    return undefined
  }

  /// Returns an object of which only the number is known.
  object(name: string, number: number): NativeObject & Record<string, Method> {
    return new (this.classes.get(name)!)(this.wire, number) as NativeObject & Record<string, Method>
  }
}

type Compared = new (a: NativeObject, b: NativeObject) => NativeObject & { numbers(): number }

/// The functions of paddock-why.wasm, which name objects by numbers.
function whyOf(module: NativeModule, read: Native['read']): WhyModule {
  const { open } = module.exports.WhyHandle as { open(session: NativeObject): NativeObject | null }
  const compare = (a: number, b: number): ArrayBuffer | null => {
    const handle = new (module.exports.DifferenceHandle as Compared)(module.object('TensorHandle', a), module.object('TensorHandle', b))
    const numbers = handle.numbers()
    const bytes = numbers === 0 ? null : read(numbers, differenceBytes)
    handle.delete()
    return bytes
  }
  const on = (handle: number, name: string, ...words: Argument[]): number => Number(module.object('WhyHandle', handle)[name]!(...words))
  return {
    compare,
    open: (session) => open(module.object('SessionHandle', session))?.$$.ptr ?? 0,
    close: (handle) => void module.object('WhyHandle', handle).delete(),
    run: (handle, bad) => on(handle, 'run', bad),
    steps: (handle) => on(handle, 'steps'),
    ask: (handle, ...words) => on(handle, 'ask', ...words),
    step: (handle) => on(handle, 'step'),
    finish: (handle, isCut) => void on(handle, 'finish', isCut),
    text: (handle, which) => on(handle, 'text', which),
    textSize: (handle, which) => on(handle, 'textSize', which),
  }
}

function nativeOf(wire: Wire, module: NativeModule): Native {
  const read = (address: number, size: number): ArrayBuffer => {
    const all = new Uint8Array(size)
    for (let at = 0; at < size; at += mostBytes) all.set(wire.ask('r', wordOf(8, address + at), wordOf(8, Math.min(mostBytes, size - at))).rest, at)
    return all.buffer
  }
  return {
    read,
    write(address, bytes) {
      for (let at = 0; at < bytes.byteLength; at += mostBytes) wire.ask('w', wordOf(8, address + at), new Uint8Array(bytes, at, Math.min(mostBytes, bytes.byteLength - at)))
    },
    why: whyOf(module, read),
  }
}

/// Starts an engine of `paddock serve`, whose process ends with this Worker: then its socket closes.
export async function connectNative(address: string): Promise<MainModule> {
  const name = crypto.randomUUID()
  const socket = new WebSocket(`${address.replace(/^http/, 'ws')}${name}`)
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve()
    socket.onerror = () => reject(new Error('`paddock serve` starts no engine: it has ended, or 32 are open'))
  })
  const wire = new Wire(`${address}${name}`)
  const module = new NativeModule(wire, JSON.parse(decoder.decode(wire.ask('l').rest)) as Listed[])
  return Object.assign(module.exports, { native: nativeOf(wire, module), socket }) as unknown as MainModule
}
