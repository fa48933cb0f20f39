// Selects the examples of each operation: a program that uses it, with its operands and results,
// and one that breaks a rule, with the diagnostic.
import { globSync, readText } from './sources.mjs'
import { drawTensors } from './tensor-picture.mjs'

export class OpExamples {
  #paddock
  #programs = globSync('examples/ops').map(readText)
  #tests = globSync('tests/ops').flatMap((path) => casesOf(readText(path)))
  #refused = globSync('tests/check').flatMap((path) => casesOf(readText(path)))

  constructor(paddock) {
    this.#paddock = paddock
  }

  /** Returns `{ text, pictures, refused }`; `text` and `refused` may be missing. */
  async of({ name }) {
    const text = this.#find(name)
    return { text, pictures: text === undefined ? [] : await this.#draw(text, name), refused: await this.#refuse(name, text) }
  }

  /** Prefers an example of the operation, then one of a relative, then a test's. */
  #find(name) {
    const short = name.replace(/^stablehlo\./, '').replace(/^chlo\./, 'chlo_')
    return this.#programs.find(({ path }) => path.endsWith(`/${short}.mlir`))?.text ?? shortest(this.#programs, name)?.text ?? shortest(this.#tests, name)?.text
  }

  /** Returns the operands and results of the last use of `name`, if they are small tensors. */
  async #draw(text, name) {
    const program = await this.#paddock.parse(text)
    try {
      const { status, values, grid } = await program.run({ level: 'faithful', numerics: 'portable', keepValues: true })
      const uses = (await program.operations()).filter((operation) => operation.name === name)
      if (status !== 'finished' || uses.length === 0 || values === null) return []
      const { operands, results } = uses.at(-1)
      const processes = Math.min(grid.replicas * grid.partitions, 4)
      const pictures = []
      for (let process = 0; process < processes; ++process) {
        const at = processes === 1 ? '' : ` of (${Math.floor(process / grid.partitions)}, ${process % grid.partitions})`
        const shown = await Promise.all([...unique(operands), ...results].map((place) => drawPlace(values, place, process, at)))
        pictures.push(...shown.filter((picture) => picture !== undefined))
      }
      return await drawTensors(pictures)
    } finally {
      program.close()
    }
  }

  /** Returns the shortest program that breaks a rule of an operation, with its first diagnostic. */
  async #refuse(name, example) {
    const tests = this.#refused.filter(({ text }) => uses(text, name)).sort((a, b) => a.text.length - b.text.length)
    for (const { text } of tests) {
      const problem = await this.#findProblem(text, name)
      if (problem !== undefined) return { text, problem }
    }
    return example === undefined ? undefined : this.#breakExample(example, name)
  }

  async #findProblem(text, name) {
    const program = await this.#paddock.parse(text)
    program.close()
    const short = name.replace(/^[a-z]+\./, '')
    const said = [name, short].flatMap((one) => [`${one}: `, `${one} (`])
    return program.diagnostics.find(({ severity, message }) => severity === 'error' && said.some((start) => message.startsWith(start)))
  }

  /** Shared rules are tested with one operation. For the others a result is declared too large. */
  async #breakExample(example, name) {
    const program = await this.#paddock.parse(example)
    const generic = await program.print('generic')
    program.close()
    const at = generic.lastIndexOf(`"${name}"(`)
    const types = generic.indexOf(' -> ', at)
    if (at < 0 || types < 0) return undefined
    const text = generic.slice(0, types) + generic.slice(types).replace(/tensor<(?:(\d+)x)?/, (_, size) => (size === undefined ? 'tensor<2x' : `tensor<${Number(size) + 1}x`))
    const problem = await this.#findProblem(text.trimEnd(), name)
    return problem && { text: text.trimEnd(), problem }
  }
}

async function drawPlace(values, { name, from, to, type }, process, at) {
  const tensor = await values.tensor(from, process)
  return tensor === null ? undefined : { name: `${name}${at}`, type, tensor }
}

const unique = (places) => places.filter(({ name }, i) => places.findIndex((place) => place.name === name) === i)

const uses = (text, name) => new RegExp(`(?:^|[\\s"=])${name.replace(/[.-]/g, '\\$&')}(?![\\w.-])`, 'm').test(text)

function shortest(sources, name) {
  return sources.filter(({ text }) => uses(text, name)).sort((a, b) => a.text.length - b.text.length)[0]
}

/** Splits a test's file into its functions, each a program without the test's expectations. */
function casesOf({ path, text }) {
  const lines = text.split('\n').filter((line) => !/^\s*\/\/ (?:expected-|paddock: exact)/.test(line))
  return lines.join('\n').split(/^\/\/ -----.*$/m).flatMap((part) => {
    const functions = part.split(/^(?=(?:\/\/.*\n)*(?:func\.func|module)\b)/m).map((one) => one.trim()).filter((one) => /^(?:func\.func|module)\b/m.test(one))
    // Functions that call others run only together with them.
    return functions.length > 1 && /\bcall\b|@\w+.*decomposition|called_computations/.test(part) ? [{ path, text: part.trim() }] : functions.map((one) => ({ path, text: one }))
  })
}
