// Chains of cheap operations: equal bits with and without modules compiled at run time, and through the native command.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { hasRelaxedSimd, hasThreads, load } from 'paddock-hlo'
import { loopProgram } from './loops.mjs'

const command = fileURLToPath(new URL('../../../build/native/bin/paddock', import.meta.url))

/// Generator of random numbers: equal seeds give equal numbers.
function randomOf(seed) {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

/// Generates operations on the earlier values of a program, of one element type and of i1; some
/// become results. The first values are bits of every kind, zeros of both signs, and a splat.
class RandomChain {
  constructor(type, count, seed) {
    this.type = `tensor<${count}x${type}>`
    this.truth = `tensor<${count}xi1>`
    this.isFloat = type.startsWith('f')
    this.isUnsigned = type.startsWith('ui')
    this.elementType = type
    this.random = randomOf(seed)
    const bits = `tensor<${count}xui${type.slice(-2)}>`
    const [factor, sign] = type.endsWith('64') ? ['0x9E3779B97F4A7C15', '0x8000000000000000'] : ['0x9E3779B1', '0x80000000']
    this.lines = [
      `%index = stablehlo.iota dim = 0 : ${bits}`,
      `%factor = stablehlo.constant dense<${BigInt(factor)}> : ${bits}`,
      `%sign = stablehlo.constant dense<${BigInt(sign)}> : ${bits}`,
      `%k = stablehlo.constant dense<${this.isFloat ? '-0.75' : '3'}> : ${this.type}`,
      `%any_bits = stablehlo.multiply %index, %factor : ${bits}`,
      `%more_bits = stablehlo.multiply %any_bits, %factor : ${bits}`,
      `%zero_bits = stablehlo.and %more_bits, %sign : ${bits}`,
      `%p = stablehlo.compare LT, %any_bits, %more_bits : (${bits}, ${bits}) -> ${this.truth}`,
      `%some_bits = stablehlo.select %p, %zero_bits, %more_bits : ${this.truth}, ${bits}`,
      `%x = stablehlo.bitcast_convert %any_bits : (${bits}) -> ${this.type}`,
      `%y = stablehlo.bitcast_convert %some_bits : (${bits}) -> ${this.type}`,
    ]
    this.values = ['%x', '%y', '%k']
    this.truths = ['%p']
  }

  /// Newer values are more likely, so that values stay in registers.
  any(values) {
    return values[this.random(3) !== 0 ? values.length - 1 : this.random(values.length)]
  }
  one(words) {
    return words[this.random(words.length)]
  }
  add(i, values, operation) {
    this.lines.push(`%v${i} = stablehlo.${operation}`)
    values.push(`%v${i}`)
  }

  addOperation(i) {
    const { type, truth, values, truths } = this
    const [a, b] = [this.any(values), this.any(values)]
    switch (this.random(10)) {
      case 0:
        return this.add(i, values, `${this.one(this.isFloat ? ['negate', 'abs', 'sign', 'sqrt'] : this.isUnsigned ? ['not', 'negate'] : ['not', 'negate', 'abs'])} ${a} : ${type}`)
      case 1:
        return this.add(i, truths, `compare ${this.one(['EQ', 'NE', 'LT', 'LE', 'GT', 'GE'])}, ${a}, ${b} : (${type}, ${type}) -> ${truth}`)
      case 2:
        return this.add(i, values, `select ${this.any(truths)}, ${a}, ${b} : ${truth}, ${type}`)
      case 3:
        return this.add(i, truths, `${this.one(['and', 'or', 'xor'])} ${this.any(truths)}, ${this.any(truths)} : ${truth}`)
      case 4:
        return this.add(i, values, `convert ${this.any(truths)} : (${truth}) -> ${type}`)
      case 5:
        return this.add(i, truths, `not ${this.any(truths)} : ${truth}`)
      case 6:
        return this.add(i, values, `clamp %k, ${a}, ${b} : ${type}`)
      case 7:
        return this.addConversions(i, a)
      default:
        return this.add(i, values, `${this.one(['add', 'subtract', 'multiply', 'maximum', 'minimum', ...(this.isFloat ? ['divide'] : ['and', 'or', 'xor'])])} ${a}, ${b} : ${type}`)
    }
  }

  /// Converts back and forth if a chain has both types.
  addConversions(i, a) {
    const others = { f32: 'i32', i32: 'ui32', ui32: 'i32', i64: 'ui64', ui64: 'i64' }
    const other = others[this.elementType]
    if (other === undefined) return this.add(i, this.values, `negate ${a} : ${this.type}`)
    const otherType = this.type.replace(this.elementType, other)
    this.lines.push(`%o${i} = stablehlo.convert ${a} : (${this.type}) -> ${otherType}`)
    this.add(i, this.values, `convert %o${i} : (${otherType}) -> ${this.type}`)
  }

  write() {
    for (let i = 0; i < 16; ++i) this.addOperation(i)
    const types = `${this.type}, ${this.type}, ${this.truth}`
    const results = [this.values.at(-1), this.values[this.values.length >> 1], this.truths.at(-1)]
    return `func.func @main() -> (${types}) {\n  ${this.lines.join('\n  ')}\n  return ${results.join(', ')} : ${types}\n}\n`
  }
}

const texts = ['f32', 'f64', 'i32', 'i64', 'ui32', 'ui64'].flatMap((type, t) => [0, 1, 2, 3, 4].map((k) => new RandomChain(type, 300_000 + 7 * (5 * t + k), 5 * t + k + 1).write()))

let folder
let native
before(() => {
  assert.ok(existsSync(command), 'the native command is what this compares with: npm run build:native')
  folder = mkdtempSync(join(tmpdir(), 'paddock-'))
  texts.forEach((text, i) => writeFileSync(join(folder, `${String(i).padStart(2, '0')}.mlir`), text))
  const output = execFileSync(command, ['test', '--format', 'json', '--jobs', '2', folder], { maxBuffer: 2 ** 28, encoding: 'utf8' })
  native = JSON.parse(output).cases.sort((a, b) => (a.path < b.path ? -1 : 1)).map(({ hash }) => hash)
})
after(() => rmSync(folder, { recursive: true, force: true }))

/// Counts the modules compiled while `run` runs. `refuses` makes each compilation fail.
async function countModules(run, refuses = false) {
  const { Module } = WebAssembly
  let count = 0
  WebAssembly.Module = new Proxy(Module, {
    construct(target, words) {
      ++count
      if (refuses) throw new EvalError('refused by a policy')
      return Reflect.construct(target, words)
    },
  })
  try {
    await run()
  } finally {
    WebAssembly.Module = Module
  }
  return count
}

async function hashOf(paddock, text, numerics = 'portable') {
  const program = await paddock.parse(text)
  const result = await program.run({ numerics })
  assert.equal(result.status, 'finished', text)
  for (const one of [...result.results, program]) one[Symbol.dispose]()
  return result.hash
}

/// Returns a program that computes `operations` of %x, each one a result: bits of every kind, and in some vectors small
/// whole numbers alone. The count leaves a rest.
function onAnyBits(type, operations) {
  const count = 2_200_003
  const [bits, all] = [`tensor<${count}xui${type.slice(-2)}>`, `tensor<${count}x${type}>`]
  const types = operations.map(() => all).join(', ')
  return `func.func @main() -> (${types}) {
  %index = stablehlo.iota dim = 0 : ${bits}
  %factor = stablehlo.constant dense<${type === 'f64' ? 0x9E3779B97F4A7C15n : 0x9E3779B1n}> : ${bits}
  %limit = stablehlo.constant dense<64> : ${bits}
  %two = stablehlo.constant dense<2> : ${bits}
  %three = stablehlo.constant dense<3> : ${bits}
  %bits = stablehlo.multiply %index, %factor : ${bits}
  %any = stablehlo.bitcast_convert %bits : (${bits}) -> ${all}
  %rest = stablehlo.remainder %index, %limit : ${bits}
  %whole = stablehlo.convert %rest : (${bits}) -> ${all}
  %block = stablehlo.divide %index, %limit : ${bits}
  %third = stablehlo.remainder %block, %three : ${bits}
  %is_whole = stablehlo.compare EQ, %third, %two : (${bits}, ${bits}) -> tensor<${count}xi1>
  %x = stablehlo.select %is_whole, %whole, %any : tensor<${count}xi1>, ${all}
${operations.map((operation, i) => `  %r${i} = stablehlo.${operation} : ${all}\n`).join('')}  return ${operations.map((_, i) => `%r${i}`).join(', ')} : ${types}
}
`
}
for (const flavour of ['baseline', 'relaxed']) {
  const skip = flavour === 'relaxed' && !hasRelaxedSimd() && 'this Node has no relaxed SIMD'
  test(`chains give the bits of the native command, with modules and without: ${flavour}`, { skip }, async () => {
    for (const runtimeModules of [true, false]) {
      const paddock = await load({ flavour, worker: false, runtimeModules })
      const count = await countModules(async () => {
        for (const [i, text] of texts.entries()) assert.equal(await hashOf(paddock, text), native[i], `${runtimeModules}\n${text}`)
      })
      paddock.close()
      // Programs share modules, and a module may hold a single operation.
      if (runtimeModules) assert.ok(count >= texts.length / 2, `${count} modules for ${texts.length} programs`)
      else assert.equal(count, 0)
    }
  })
}

for (const flavour of ['baseline', 'relaxed']) {
  const skip = flavour === 'relaxed' && !hasRelaxedSimd() && 'this Node has no relaxed SIMD'
  test(`modules have the bits of kernels in fast numerics, for operands of every kind: ${flavour}`, { skip }, async () => {
    const texts = [onAnyBits('f32', ['exponential %x', 'negate %x', 'exponential %r1', 'add %r0, %r2', 'exponential_minus_one %x', 'exponential_minus_one %r1'])]
    for (const type of ['f32', 'f64']) {
      const nan = type === 'f32' ? '0x7FC00001' : '0x7FF8000000000001'
      for (const bound of ['0.0', '-0.0', '-0.75', nan]) {
        const constant = `constant dense<${bound}>`
        texts.push(onAnyBits(type, [constant, 'maximum %x, %r0', 'minimum %r0, %x', 'clamp %r0, %x, %r0', 'maximum %r0, %x', 'minimum %x, %r0']))
      }
    }
    const hashes = []
    for (const runtimeModules of [true, false]) {
      const paddock = await load({ flavour, worker: false, runtimeModules })
      const count = await countModules(async () => {
        for (const text of texts) hashes.push(await hashOf(paddock, text, 'fast'))
      })
      assert.equal(count > 0, runtimeModules)
      paddock.close()
    }
    assert.deepEqual(hashes.slice(0, texts.length), hashes.slice(texts.length))
  })
}

test('chains give the bits of the native command on several threads', { skip: !hasThreads() && 'this Node has no relaxed SIMD' }, async () => {
  const paddock = await load({ threads: 3 })
  for (const [i, text] of texts.entries()) assert.equal(await hashOf(paddock, text), native[i], text)
  paddock.close()
})

test('tiles of several rows that repeat give the bits of one value after another', async () => {
  const paddock = await load({ worker: false })
  for (const width of [128, 256, 257, 512, 1000, 2048, 8192]) {
    const rows = Math.ceil(300_000 / width)
    const [all, row, column] = [`tensor<${rows}x${width}xf32>`, `tensor<${width}xf32>`, `tensor<${rows}xf32>`]
    const spread = (name, type, dimension) => `%${name} = stablehlo.broadcast_in_dim %${name[0]}, dims = [${dimension}] : (${type}) -> ${all}`
    const prelu = ['%n = stablehlo.multiply %x, %rows', '%m = stablehlo.maximum %x, %n', '%y = stablehlo.add %m, %rows']
    for (const [hasColumn, last] of [[false, '%y'], [true, '%z']]) {
      const lines = [spread('rows', row, 1), ...prelu.map((line) => `${line} : ${all}`), ...(hasColumn ? [spread('columns', column, 0), `%z = stablehlo.subtract %y, %columns : ${all}`] : [])]
      const text = `func.func @main(%x: ${all}, %r: ${row}, %c: ${column}) -> ${all} {\n  ${lines.join('\n  ')}\n  return ${last} : ${all}\n}\n`
      const program = await paddock.parse(text)
      const numbers = (count, factor) => Float32Array.from({ length: count }, (_, i) => ((i * factor) % 1009) / 1009 - 0.5)
      const inputs = [numbers(rows * width, 7919), numbers(width, 31), numbers(rows, 17)]
      const hashes = []
      for (const level of ['faithful', 'fast', 'fast', 'fast']) {
        const result = await program.run({ inputs, level, numerics: 'portable' })
        assert.equal(result.status, 'finished', text)
        hashes.push(result.hash)
      }
      assert.deepEqual(new Set(hashes).size, 1, text)
      program[Symbol.dispose]()
    }
  }
  paddock.close()
})

test('equal chains share one module, and a refusal ends all attempts', async () => {
  const paddock = await load({ worker: false })
  const [text, other] = texts
  const run = () => hashOf(paddock, text)
  const first = await countModules(run)
  assert.ok(first > 0)
  // Chains of little work have modules after several runs.
  for (let i = 0; i < 20; ++i) await run()
  assert.equal(await countModules(run), 0)
  let hash
  assert.equal(await countModules(async () => (hash = await hashOf(paddock, other)), true), 1)
  assert.equal(hash, native[1])
  assert.equal(await countModules(() => hashOf(paddock, texts[2])), 0)
  paddock.close()
})

test('a loop with much work makes a module, and little work makes none', async () => {
  const type = 'tensor<5000xf32>'
  const loop = (steps) => loopProgram(type, steps, [`%a = stablehlo.multiply %v, %x : ${type}`, `%b = stablehlo.add %a, %x : ${type}`], '%b')
  const paddock = await load({ worker: false })
  const run = async (steps) => {
    const program = await paddock.parse(loop(steps))
    const { status } = await program.run({ inputs: [new Float32Array(5000).fill(0.5)] })
    assert.equal(status, 'finished')
    program[Symbol.dispose]()
  }
  assert.equal(await countModules(() => run(10)), 0)
  assert.equal(await countModules(() => run(1000)), 1)
  paddock.close()
})

test('equal chains of many short runs make a module', async () => {
  const type = 'tensor<70000xf32>'
  const text = `func.func @main(%x: ${type}) -> ${type} {
  %a = stablehlo.multiply %x, %x : ${type}
  %b = stablehlo.add %a, %x : ${type}
  return %b : ${type}
}
`
  const paddock = await load({ worker: false })
  const program = await paddock.parse(text)
  const run = async () => {
    const { status } = await program.run({ inputs: [new Float32Array(70000).fill(0.5)] })
    assert.equal(status, 'finished')
  }
  assert.equal(await countModules(run), 0)
  const count = await countModules(async () => {
    for (let i = 0; i < 20; ++i) await run()
  })
  assert.equal(count, 1)
  program[Symbol.dispose]()
  paddock.close()
})
