import type { Input, Paddock, Tensor } from 'paddock-hlo'
import { npyFile } from '../arrays/array-file.js'
import { usualSettings } from '../engine-settings.js'
import { readValue, ValueView } from '../stage/value-view.js'
import { valueStyles } from '../stage/value-styles.js'
import { documentEngine } from './document-engine.js'
import type { ExampleResult } from './example-element.js'
import type { ProgramSource } from './program-source.js'

/// A tensor that was written down: its type, and its elements in a form that the engine reads.
interface Written {
  type: string
  input: Input
}

/// Of the pane, what the title of a value and its legend take.
const captionHeight = 120

/// A picture that has come into sight.
export class LiveTensor {
  private readonly view: ValueView
  /// What is this element's own to close.
  private owned: Tensor | null = null

  constructor(private readonly pane: HTMLElement) {
    const root = pane.getRootNode() as ShadowRoot
    root.adoptedStyleSheets = [valueStyles, ...root.adoptedStyleSheets]
    this.view = new ValueView({ width: Math.max(pane.clientWidth - 32, 120), height: Math.max(pane.clientHeight - captionHeight, 60) })
  }

  async show(tensor: Tensor, title: string): Promise<void> {
    await this.view.update(await readValue(tensor, title))
    if (this.view.dom.parentElement !== this.pane) this.pane.replaceChildren(this.view.dom)
  }

  /// A value of a run by its name, or the run's first result.
  async showValue({ program, result }: ExampleResult, name: string | null, title: string): Promise<void> {
    if (name === null) {
      const first = result.results.find((tensor) => tensor !== null)
      if (first == null) throw new Error('The program gave no result.')
      return this.show(first, title)
    }
    const defined = [...(await program.operations()).flatMap(({ results }) => results), ...(program.entry?.arguments ?? []).map((one) => ({ ...one, name: `%${one.name}` }))]
    const place = defined.find((one) => one.name === name || one.name === `%${name}`)
    if (place === undefined) throw new Error(`The program defines no ${name}.`)
    const index = Number(/#(\d+)$/.exec(place.name)?.[1] ?? 0)
    const tensor = (await result.values?.tensor(place.from, 0, index)) ?? null
    if (tensor === null) throw new Error(`${name} was not computed.`)
    await this.showOwned(tensor, title)
  }

  async showSource(source: Exclude<ProgramSource, { kind: 'none' }>, type: string | null, title: string): Promise<void> {
    const written = source.kind === 'address' ? await fetchArray(source.url, type) : readText(source.text, type)
    await this.showOwned(await tensorOf(await documentEngine.start(usualSettings), written), title)
  }

  private async showOwned(tensor: Tensor, title: string): Promise<void> {
    await this.show(tensor, title)
    this.owned?.close()
    this.owned = tensor
  }
}

async function fetchArray(url: string, type: string | null): Promise<Written> {
  const response = await fetch(url).catch((error: Error) => {
    throw new Error(`The tensor could not be fetched from ${url}: ${error.message}`)
  })
  if (!response.ok) throw new Error(`The tensor could not be fetched: ${url} answered ${response.status}`)
  const name = new URL(url).pathname.split('/').at(-1) as string
  const { elementType, shape, input } = npyFile(name, new Uint8Array(await response.arrayBuffer()))
  if (type === null && elementType === null) throw new Error(`${name} does not say its element type: give the attribute type, such as type="tensor<${[...shape, 'bf16'].join('x')}>".`)
  return { type: type ?? `tensor<${[...shape, elementType].join('x')}>`, input }
}

/// `dense<[1, 2]> : tensor<2xf32>`, or the elements alone where `type` gives their type.
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
    if (tensor == null) throw new Error(`This is no tensor: ${problem?.message ?? type}`)
    return tensor
  } finally {
    program.close()
  }
}
