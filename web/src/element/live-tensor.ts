import { indexOf, leavesOf, namesOf, type ElementType, type Paddock, type Tensor } from 'paddock-hlo'
import { onColourScheme } from '../shared/colour-scheme.js'
import { usualSettings } from '../run/engine-settings.js'
import { readValue } from '../stage/picture/shown.js'
import { ValueView } from '../stage/value/value-view.js'
import { valueStyles } from '../stage/value/value-styles.js'
import { documentEngine } from './document-engine.js'
import type { ExampleResult } from './example-result.js'
import { processCalled } from './process-picker.js'
import type { ProgramSource } from './program-source.js'

/// A tensor given as text: its type and its elements.
interface Written {
  type: string
  input: string
}

/// Height of a value's title and legend in the pane.
const captionHeight = 120

/// A picture that has become visible.
export class LiveTensor {
  private readonly view: ValueView
  /// Tensor that this element must close.
  private owned: Tensor | null = null

  constructor(private readonly pane: HTMLElement) {
    const root = pane.getRootNode() as ShadowRoot
    root.adoptedStyleSheets = [valueStyles, ...root.adoptedStyleSheets]
    this.view = new ValueView({ width: Math.max(pane.clientWidth - 32, 120), height: Math.max(pane.clientHeight - captionHeight, 60), ground: pane })
    onColourScheme(root.host, () => this.view.repaint())
  }

  async show(tensor: Tensor, title: string): Promise<void> {
    await this.view.update(await readValue(tensor, title))
    if (this.view.dom.parentElement !== this.pane) this.pane.replaceChildren(this.view.dom)
  }

  /// Finds a value of a run by its name, or takes the first result: of the given process, or of the
  /// one that the example shows.
  async showValue({ program, result, process: chosen }: ExampleResult, { name, process: called }: { name: string | null; process: string | null }, title: string): Promise<void> {
    const process = called === null ? chosen : processCalled(called, result.grid)
    if (process === null) throw new Error(`The grid of ${result.grid.replicas} x ${result.grid.partitions} has no process ${called}.`)
    if (name === null) {
      const first = result.processes[process]?.find((tensor) => tensor !== null)
      if (first == null) throw new Error('The program has no result.')
      return this.show(first, title)
    }
    const defined = [...(await program.operations()).flatMap((operation) => namesOf(operation).results), ...leavesOf(program.entry?.arguments ?? []).map((one) => ({ ...one, name: `%${one.name}` }))]
    const place = defined.find((one) => one.name === name || one.name === `%${name}`)
    if (place === undefined) throw new Error(`The program defines no ${name}.`)
    const tensor = (await result.values?.tensor(place.from, process, indexOf(place), 0, place.part)) ?? null
    if (tensor === null) throw new Error(`${name} was not computed.`)
    await this.showOwned(tensor, title)
  }

  /// `value` selects an array of the file.
  async showSource(source: Exclude<ProgramSource, { kind: 'none' }>, { type, value }: { type: string | null; value: string | null }, title: string): Promise<void> {
    const written = source.kind === 'address' ? await fetchFile(source.url) : readText(source.text, type)
    const paddock = await documentEngine.start(usualSettings)
    await this.showOwned(await (written instanceof File ? loadArray(paddock, written, value ?? '', type) : tensorOf(paddock, written)), title)
  }

  private async showOwned(tensor: Tensor, title: string): Promise<void> {
    await this.show(tensor, title)
    this.owned?.close()
    this.owned = tensor
  }
}

async function fetchFile(url: string): Promise<File> {
  const response = await fetch(url).catch((error: Error) => {
    throw new Error(`The tensor could not be fetched from ${url}: ${error.message}`)
  })
  if (!response.ok) throw new Error(`The tensor could not be fetched: ${url} answered ${response.status}`)
  return new File([await response.blob()], new URL(url).pathname.split('/').at(-1) as string)
}

/// Returns the array of this name, or the only one of the file.
async function loadArray(paddock: Paddock, file: File, value: string, type: string | null): Promise<Tensor> {
  const { name } = file
  const arrays = await paddock.openFile(file, { name })
  try {
    const array = arrays.arrays.find((one) => value === '' || one.name === value)
    const [, sizes = '', elementType] = /^tensor<((?:\d+x|\?x)*)(.+)>$/.exec((type ?? '').replace(/\s/g, '')) ?? []
    if (elementType === undefined && array?.elementType === null) {
      throw new Error(`${name} does not say its element type: give the attribute type, such as type="tensor<${[...array.shape, 'bf16'].join('x')}>".`)
    }
    const tensor = await arrays.load(value, { elementType: elementType as ElementType | undefined })
    const wanted = sizes.split('x').slice(0, -1)
    const fits = wanted.length === tensor.shape.length && wanted.every((size, i) => size === '?' || Number(size) === tensor.shape[i])
    if (elementType === undefined || fits) return tensor
    tensor.close()
    throw new Error(`${name} holds ${tensor.type}, and no ${type}.`)
  } finally {
    arrays.close()
  }
}

/// Parses `dense<[1, 2]> : tensor<2xf32>`, or the elements alone if `type` gives their type.
function readText(text: string, type: string | null): Written {
  const literal = /^(dense[\s\S]*>)\s*:\s*(tensor<[\s\S]*>)$/.exec(text.trim())
  if (literal !== null) return { input: literal[1]!, type: literal[2]! }
  if (type === null) throw new Error('A tensor is written as dense<[1, 2]> : tensor<2xf32>, or as its elements with an attribute type="tensor<2xf32>".')
  return { type, input: text.trim() }
}

async function tensorOf(paddock: Paddock, { type, input }: Written): Promise<Tensor> {
  const program = await paddock.parse(`func.func @main(%value: ${type}) -> ${type} {\n  return %value : ${type}\n}`)
  try {
    const { results, diagnostics } = await program.run({ inputs: [input], numerics: 'portable' })
    const problem = [...program.diagnostics, ...diagnostics][0]
    const tensor = results[0]
    if (tensor == null) throw new Error(`This is not a tensor: ${problem?.message ?? type}`)
    return tensor
  } finally {
    program.close()
  }
}
