// Programs as builder code: the JavaScript of every program makes the program again.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { load, ProgramError, tensorOf } from 'paddock-hlo'

const root = join(import.meta.dirname, '../../..')
let paddock
before(async () => (paddock = await load()))
after(() => paddock.close())

const programs = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((name) => name.endsWith('.mlir'))
    .sort()
    .flatMap((name) => readFileSync(join(root, folder, name), 'utf8').split(/^\/\/ -----$/m).map((text, i) => ({ name: `${folder}/${name} ${i}`, text })))

/// Makes the program of JavaScript statements.
async function make(code) {
  const builder = await paddock.builder()
  new Function('builder', 'tensorOf', code)(builder, tensorOf)
  return builder.finish()
}

/// Old texts end functions in stablehlo.return, which the builder does not write.
const endsInRegionReturn = (text) => /^ {2}stablehlo\.return [^\n]*\n\}/m.test(text)

const names = ({ text }) => [...new Set(text.match(/%[A-Za-z_][\w$.-]*/g))].sort()

test('the JavaScript of a program makes the program again', async () => {
  let made = 0
  const operations = new Set()
  for (const { name, text } of [...programs('examples'), ...programs('tests')]) {
    const program = await paddock.parse(text)
    if (program.hasErrors || endsInRegionReturn(text)) continue
    const keepsNames = made % 2 === 1
    let code
    try {
      code = await paddock.builderCode(program, 'javascript', { names: keepsNames })
    } catch (error) {
      assert.ok(error instanceof ProgramError && error.diagnostics[0].code === 'builder-code', `${name}: ${error.message}`)
      continue
    }
    const again = await make(code).catch((error) => assert.fail(`${name}: ${error.message}\n${code}`))
    assert.equal(await again.print('generic'), await program.print('generic'), name)
    // Two regions may have one name, of which the second gets a number.
    if (keepsNames && !text.includes(':2 =')) assert.deepEqual(names(again).filter((one) => !names(program).includes(one.replace(/_\d+$/, '')) && !names(program).includes(one) && !/^%arg\d+$/.test(one)), [], name)
    for (const operation of Object.keys((await program.info()).operations)) operations.add(operation)
    ++made
  }
  assert.ok(made > 400, `${made} programs`)
  const { ops } = await paddock.opTable()
  const missing = ops.map(({ name }) => name).filter((name) => !operations.has(name))
  // The program itself, and the end of a region that no operation of the table has.
  assert.deepEqual(missing.filter((name) => name !== 'builtin.module' && name !== 'tensor.yield'), [])
})

test('the code is that of the command', async () => {
  const text = 'func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n  %y = stablehlo.add %x, %x : tensor<2xf32>\n  return %y : tensor<2xf32>\n}\n'
  assert.equal(await paddock.builderCode(text, 'javascript'), "const f = builder.function('main', { x: 'tensor<2xf32>' })\nconst [x] = f.arguments\nconst y = x.add(x)\nf.return(y)\n")
  assert.match(await paddock.builderCode(text, 'javascript', { names: true }), /const y = x\.add\(x\)\.named\('y'\)/)
  assert.match(await paddock.builderCode(text, 'c++'), /^#include "core\/api\/build\/builder\.h"\n[^]*const Value y = f\.Add\(x, x\);/)
})

test('an engine in a Worker writes the same code', async () => {
  const text = 'func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n  %y = stablehlo.tanh %x : tensor<2xf32>\n  return %y : tensor<2xf32>\n}\n'
  const engine = await load({ worker: true })
  try {
    for (const language of ['c++', 'javascript']) assert.equal(await engine.builderCode(text, language), await paddock.builderCode(text, language))
    await assert.rejects(engine.builderCode(text.replace('tanh', 'unknown'), 'c++'), (error) => error instanceof ProgramError && error.diagnostics[0].line === 2)
  } finally {
    engine.close()
  }
})

test('a program without builder code is refused at its place', async () => {
  const text = '// \u00e9\nfunc.func private @f(tensor<f32>) -> (tensor<f32> {a.b = 1 : i32})\n'
  await assert.rejects(paddock.builderCode(text, 'c++'), (error) => error instanceof ProgramError && error.diagnostics[0].line === 2 && text.slice(error.diagnostics[0].from).startsWith('func.func'))
  await assert.rejects(paddock.builderCode('func.func', 'c++'), ProgramError)
  await assert.rejects(paddock.builderCode(text, 'rust'), TypeError)
})
