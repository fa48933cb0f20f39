// The table's reader: a mistake in a .def file must be reported with file, line and reason.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { parseTable } from './parse.mjs'
import { parseType } from './type-words.mjs'

const folder = mkdtempSync(join(tmpdir(), 'op-table-'))
after(() => rmSync(folder, { recursive: true }))

function parse(text) {
  const file = join(folder, 'family.def')
  writeFileSync(file, text)
  return parseTable([file])
}

const fails = (text, line, reason) => assert.throws(() => parse(text), (error) =>
  error.message.includes(`family.def:${line}: `) && error.message.includes(reason))

test('reads an operation', () => {
  const [op] = parse('op stablehlo.f\n  doc Text.\n  link #f\n  operand x* : tensor\n  attribute n : i64 = 1 : i64 since 1.2 [I2]\n').ops
  assert.equal(op.family, 'family')
  assert.equal(op.operands[0].arity, 'variadic')
  assert.deepEqual({ ...op.attributes[0], where: 0 }, {
    name: 'n', form: 'i64', of: '', optional: false, default: '1 : i64', since: '1.2', label: 'I2', where: 0,
  })
})

test('reads what numbers an operand makes sense with', () => {
  const [op] = parse('op stablehlo.f\n  doc Text.\n  link #f\n  operand x : tensor\n  operand y : tensor\n  operand z : tensor\n  values x, y : -1 .. 7\n  values z : as results\n').ops
  assert.deepEqual(op.operands.map(({ values }) => values), [
    { use: 'within', low: -1, high: 7 }, { use: 'within', low: -1, high: 7 }, { use: 'as results', low: 0, high: 0 },
  ])
})

test('reads where the types of results and of arguments come from', () => {
  const text = 'op stablehlo.f\n  doc Text.\n  link #f\n  operand x* : tensor\n  region body : elements x, types x\n  region other : given\n  result r like body : tensor\n  result s given : tensor\n  check CheckF\n'
  const [op] = parse(text).ops
  assert.deepEqual(op.regions.map(({ given, takes }) => [given, takes.map(({ rule }) => rule)]), [[false, ['elements', 'types']], [true, []]])
  assert.deepEqual(op.results.map(({ given, like }) => [given, like]), [[false, 'body'], [true, '']])
  fails(text.replace('elements x', 'elements y'), 1, 'no operand `y`')
  fails(text.replace('like body', 'like soul'), 1, 'no `soul`')
  fails(text.replace('elements x', 'halves x'), 5, 'says nothing of arguments')
  fails(text.replace('  check CheckF\n', '').replace('like body ', ''), 1, 'nothing gives the type of `r`')
})

test('joins lines that end in a backslash', () => {
  const [op] = parse('op stablehlo.f\n  doc Text.\n  link #f\n  constraint C1 check : a = \\\n    b\n').ops
  assert.equal(op.constraints[0].formula, 'a = b')
})

test('operations without a sentence have the one of their file', () => {
  const [f, g] = parse('sentence {doc} of {operands}\nop stablehlo.f\n  doc Text.\n  link #f\nop stablehlo.g\n  doc Text.\n  link #g\n  attribute n : i64\n  sentence {n}\n').ops
  assert.deepEqual([f.sentence, g.sentence], ['{doc} of {operands}', '{n}'])
})

test('names file and line of a mistake', () => {
  fails('op stablehlo.f\n  dok Text.\n', 2, 'unknown line `dok`')
  fails('op stablehlo.f\n  doc Text.\n  link #f\n  attribute n : i63\n', 4, 'unknown attribute form `i63`')
  fails('op stablehlo.f\n  doc Text.\n  link #f\n  operand x : tensor of prime type\n', 4, 'unknown words')
  fails('op stablehlo.f\n  doc Text.\n  link #f\n  constraint C1 sometime : a\n', 4, 'unknown time')
  fails('op stablehlo.f\n  doc Text.\n  link #f\n  traits sticky\n', 4, 'unknown trait')
  fails('op stablehlo.f\n  doc Text.\n  link #f\n  attribute n : enum<no>\n', 4, 'no enum is called `no`')
  fails('op stablehlo.f\n  doc Text.\n  link #f\n  format $y attr-dict\n', 1, '`$y` is neither')
  fails('op stablehlo.f\n  doc Text.\n  link #f\nop stablehlo.f\n  doc Text.\n  link #f\n', 4, 'stands also at')
  fails('op stablehlo.f\n  doc Text.\n  link #f\n  values y : 0 .. 1\n', 4, 'has no operand `y`')
  fails('op stablehlo.f\n  doc Text.\n  link #f\n  operand y : tensor\n  values y : small\n', 5, 'unknown bounds `small`')
  fails('op stablehlo.f\n  doc Text.\n  link #f\n  groups cross_partition\n', 4, 'expected `groups')
  fails('op stablehlo.f\n  doc Text.\n  link #f\n  groups cross_partition range C1\n', 1, 'has no constraint `C1`')
  fails('op stablehlo.f\n  link #f\n', 1, 'has no doc line')
  fails('op stablehlo.f\n  doc Text.\n  link #f\n  explain ExplainF\n  unexplained No.\n', 1, 'has an index relation, and a reason for none')
  for (const phrase of ['y', 'sizes y', 'heights x', 'sizes x cell', 'count x', 'along x y cell', 'along x r+y cell']) {
    fails(`op stablehlo.f\n  doc Text.\n  link #f\n  operand x : tensor\n  result r given : tensor\n  sentence {${phrase}}\n`, 1, 'is no phrase of it')
  }
})

test('a reason for no index relation is the default of the operations without one', () => {
  const { ops } = parse('unexplained No cells.\n\nop stablehlo.f\n  doc Text.\n  link #f\n\nop stablehlo.g\n  doc Text.\n  link #g\n  explain ExplainG\n')
  assert.deepEqual(ops.map(({ unexplained }) => unexplained), ['No cells.', ''])
})

test('reads a call', () => {
  const [call] = parse('call f_{sz}g h\n  doc Text.\n  operand a : T[min(m, n), n-1, 2]\n  operand b : R[m if side else n, m, n]\n' +
    '  attribute side : L R = R\n  result c : i32[*p]\n  lower LowerF\n').calls
  assert.deepEqual(call.targets.map(({ name, element }) => [name, element]), [['f_sg', 'f32'], ['f_zg', 'complex<f64>'], ['h', '']])
  assert.deepEqual(call.operands[0].sizes.map(({ first, second, offset }) => [first, second, offset]), [['m', 'n', 0], ['n', '', -1], ['', '', 2]])
  assert.equal(call.operands[1].sizes[0].by, 'side')
  assert.deepEqual(call.attributes, [{ name: 'side', form: 'L R', codes: 'LR', default: 'R' }])
  assert.equal(call.results[0].sizes[0].declares, true)
})

test('names file and line of a mistake in a call', () => {
  fails('call f\n  doc Text.\n', 1, 'has no lower line')
  fails('call f\n  lower LowerF\n', 1, 'has no doc line')
  fails('call f_{x}\n', 1, '`x` stands for no element type')
  fails('call f\n  operand a : T[m;n]\n', 2, '`m;n` is no size')
  fails('call f\n  doc Text.\n  lower LowerF\n  operand a : T[m]\n  result b : T[n]\n', 1, 'no operand of f gives the size `n`')
  fails('call f\n  doc Text.\n  lower LowerF\n  operand a : T[m if side else m, m]\n', 1, 'f has no attribute `side`')
  fails('call f\n  doc Text.\n  lower LowerF\n  operand a : T[m]\n  limit m < m\n', 5, 'expected `SIZE <= SIZE`')
  fails('call f\n  doc Text.\n  lower LowerF\n  operand a : T[m]\n  limit k <= m\n', 1, 'gives the size `k`')
  fails('call f\n  doc Text.\n  lower LowerF\ncall f\n  doc Text.\n  lower LowerF\n', 4, 'target f stands also at')
})

test('names of other libraries and recipes are found once', () => {
  const op = 'op stablehlo.f\n  doc Text.\n  link #f\n'
  const { ops, recipes } = parse(`${op}  also g h\nrecipe sum add_up\n  // %x: [1]\n  %r = f %x ({\n    inner\n  })\n`)
  assert.deepEqual(ops[0].also, ['g', 'h'])
  assert.deepEqual(recipes[0].names, ['sum', 'add_up'])
  assert.deepEqual(recipes[0].lines, ['%r = f %x ({', '  inner', '})'])
  assert.deepEqual(recipes[0].test, [{ after: 0, text: '// %x: [1]' }])
  fails(`${op}  also F\n`, 4, '`F` is no name')
  fails(`${op}  also f\n`, 1, '`f` is an operation itself')
  fails(`${op}recipe f\n  says Nothing\n`, 4, '`f` is an operation itself')
  fails(`${op}recipe g\n  says Nothing\nrecipe g\n  says More\n`, 6, 'stands also at line 4')
  fails(`${op}recipe g\n`, 4, 'a recipe without lines')
})

test('parses the words of types', () => {
  assert.deepEqual(parseType('0-dimensional tensor of integer, boolean or floating-point type or per-tensor quantized tensor'), {
    rank: 0, classes: ['signed', 'unsigned', 'boolean', 'float', 'per_tensor_quantized'], elements: [],
  })
  assert.deepEqual(parseType('tensor of type f32 or f64 or token'), { rank: -1, classes: ['token'], elements: ['f32', 'f64'] })
  assert.equal(parseType('vector'), null)
})

test('reads the tables of this repository', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.def')).map((name) => join(import.meta.dirname, name))
  const lines = files.flatMap((file) => readFileSync(file, 'utf8').split('\n'))
  const table = parseTable(files)
  const written = (word) => lines.filter((line) => line.startsWith(`${word} `)).length
  assert.equal(table.ops.length, written('op'))
  assert.equal(table.recipes.length, written('recipe'))
  const add = table.ops.find(({ name }) => name === 'stablehlo.add')
  assert.deepEqual([add.family, add.kernel, add.operands.map(({ name }) => name)], ['elementwise', 'add', ['lhs', 'rhs']])
})
