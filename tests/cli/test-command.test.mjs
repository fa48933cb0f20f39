// `paddock test`: cases, expectations, Markdown.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { add, paddock, useFolder } from './paddock.mjs'

const { file } = useFolder()

test('test reports cases, known failures and formats', () => {
  const path = file('cases.mlir', `func.func @good() {
  %x = stablehlo.constant dense<1> : tensor<i32>
  check.expect_eq_const %x, dense<1> : tensor<i32>
  return
}

// -----

func.func @wrong() {
  %x = stablehlo.constant dense<1> : tensor<i32>
  check.expect_eq_const %x, dense<2> : tensor<i32>
  return
}

// -----

func.func @refused(%x: tensor<2xi32>, %y: tensor<3xi32>) -> tensor<2xi32> {
  // expected-error @+1 {{types}}
  %r = stablehlo.add %x, %y : (tensor<2xi32>, tensor<3xi32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}
`)
  const plain = paddock(['test', path])
  assert.equal(plain.code, 1)
  assert.match(plain.out, new RegExp(`PASS ${path}:1\\nFAIL ${path}:2: line 11: .*\\nPASS ${path}:3\\n2 passed, 1 failed\\n$`))
  const known = file('known.txt', 'cases.mlir:2  two is not one\n')
  const listed = paddock(['test', path, '--expect-fail', known])
  assert.equal(listed.code, 0)
  assert.match(listed.out, /2 passed, 0 failed, 1 known\n$/)
  const stale = paddock(['test', path, '--expect-fail', file('stale.txt', 'cases.mlir:1  gone\ncases.mlir:2  stays\n')])
  assert.equal(stale.code, 1)
  assert.match(stale.out, /FAIL .*:1: passes, but is listed/)
  const json = JSON.parse(paddock(['test', path, '--format', 'json', '--level', 'both']).out)
  assert.deepEqual([json.passed, json.failed, json.known], [2, 1, 0])
  assert.match(paddock(['test', path, '--format', 'junit']).out, /<testsuite name="paddock" tests="3" failures="1"/)
})

test('in an exact file the expected text must be reported, elsewhere only the line', () => {
  const program = (text, mark) => `${mark}func.func @refused(%x: tensor<2xi32>, %y: tensor<3xi32>) -> tensor<2xi32> {
  // expected-error @+1 {{${text}}}
  %r = stablehlo.add %x, %y : (tensor<2xi32>, tensor<3xi32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}
`
  const testOf = (text, mark) => paddock(['test', file('exact.mlir', program(text, mark))])
  const exact = '// paddock: exact\n'
  assert.equal(testOf('no such words', '').code, 0)
  const wrong = testOf('no such words', exact)
  assert.equal(wrong.code, 1)
  assert.match(wrong.out, /no error at line 4 says \{\{no such words\}\}; the first one is at line 4: /)
  assert.equal(testOf('type(lhs) = type(rhs)', exact).code, 0)
  assert.equal(testOf('add-c1', exact).code, 0, 'a code counts')
  const far = paddock(['test', file('far.mlir', program('add-c1', exact).replace('@+1', '@+2'))])
  assert.equal(far.code, 1)
  const pattern = paddock(['test', file('pattern.mlir', program('add.*', exact).replace('expected-error', 'expected-error-re'))])
  assert.match(pattern.out, /an exact file has texts, no patterns/)
  // The option is given once in a file, and applies to all of its cases.
  const second = paddock(['test', file('second.mlir', `${program('add-c1', exact)}// -----\n${program('nothing', '')}`)])
  assert.match(second.out, /1 passed, 1 failed/)
})

test('an expected warning must be reported at its line', () => {
  const program = (text, mark) => `${mark}func.func @warns(%x: tensor<2xi32>) {
  // expected-warning @+1 {{${text}}}
  %r = "other.op"(%x) : (tensor<2xi32>) -> tensor<2xi32>
  return
}
`
  const testOf = (text) => paddock(['test', file('warning.mlir', text)])
  assert.equal(testOf(program('anything', '')).code, 0)
  assert.equal(testOf(program('unsupported operation other.op', '// paddock: exact\n')).code, 0)
  assert.match(testOf(program('anything', '// paddock: exact\n')).out, /no warning at line 4 says \{\{anything\}\}/)
  const silent = testOf(program('anything', '').replace('"other.op"(%x) : (tensor<2xi32>) -> tensor<2xi32>', 'stablehlo.negate %x : tensor<2xi32>'))
  assert.equal(silent.code, 1)
  assert.match(silent.out, /no warning covers line 3/)
})

test('test runs the blocks of Markdown', () => {
  const path = file('page.md', '# Words\n\n```mlir\nfunc.func @main() {\n  %x = stablehlo.iota dim = 0 : tensor<2xi32>\n  check.expect_eq_const %x, dense<[0, 1]> : tensor<2xi32>\n  return\n}\n```\n')
  const { code, out } = paddock(['test', path])
  assert.equal(code, 0, out)
  assert.match(out, /1 passed, 0 failed\n$/)
})

test('a snippet with commented values runs unchanged', () => {
  const path = file('snippet.mlir', `// %operand: [[1, 2], [3, 4]]
%result = "stablehlo.transpose"(%operand) {
  permutation = array<i64: 1, 0>
} : (tensor<2x2xi32>) -> tensor<2x2xi32>
// %result: [[1, 3], [2, 4]]
`)
  const good = paddock(['test', path])
  assert.equal(good.code, 0, good.out)
  const bad = paddock(['test', file('wrong.mlir', readFileSync(path, 'utf8').replace('[2, 4]]', '[2, 5]]'))])
  assert.equal(bad.code, 1)
  assert.match(bad.out, /element 3 is 4, but 5 is expected/)
})

test('an expectation without a value fails, and so does one without inputs', () => {
  const snippet = (result, input) => file('names.mlir', `${input}
%result = stablehlo.negate %operand : tensor<2xi32>
// %${result}: [-1, 2]
`)
  const operand = '// %operand: [1, -2]'
  assert.equal(paddock(['test', snippet('result', operand)]).code, 0)
  const misspelt = paddock(['test', snippet('reslt', operand)])
  assert.equal(misspelt.code, 1)
  assert.match(misspelt.out, /line 3: no operation uses or defines %reslt/)
  const incomplete = paddock(['test', snippet('result', '// no operand')])
  assert.equal(incomplete.code, 1)
  assert.match(incomplete.out, /%operand: tensor<2xi32>\) of @main has no input/)
})

test('expectations within a function are compared with its values at any level', () => {
  const path = (value) => file('inner.mlir', `// paddock: example
func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
  // %x: [1, 2]
  %y = stablehlo.add %x, %x : tensor<2xi32>
  // %y: ${value}
  %z = stablehlo.add %y, %y : tensor<2xi32>
  return %z : tensor<2xi32>
}
`)
  for (const level of ['fast', 'faithful']) {
    assert.equal(paddock(['test', '--level', level, path('[2, 4]')]).code, 0)
    assert.match(paddock(['test', '--level', level, path('[2, 5]')]).out, /line 5: %y of @main: element 1 is 4, but 5 is expected/)
  }
})

// -1 * (1 + 2^-11) + (1 + 2^-12)^2 is 0 if the product is rounded, and 2^-24 if it is not.
test('numerics selects the bits that checks see', () => {
  const operands = `%x = stablehlo.constant dense<[-1.0, 1.000244140625]> : tensor<2xf32>
  %y = stablehlo.constant dense<[1.00048828125, 1.000244140625]> : tensor<2xf32>
  %lhs = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<2xf32>) -> tensor<2x2xf32>
  %rhs = stablehlo.broadcast_in_dim %y, dims = [0] : (tensor<2xf32>) -> tensor<2x2xf32>
  %r = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>`
  const run = file('run.mlir', `func.func @main() -> tensor<2x2xf32> {\n  ${operands}\n  return %r : tensor<2x2xf32>\n}\n`)
  const isFused = /5\.96\d*e-0?8/.test(paddock(['run', run, '--numerics', 'fast']).out)
  const check = (value) => file('check.mlir', `func.func @main() {
  ${operands}
  check.expect_eq_const %r, dense<${value}> : tensor<2x2xf32>
  return
}
`)
  const codes = (value) => ['portable', 'fast', 'both'].map((numerics) => paddock(['test', check(value), '--numerics', numerics]).code)
  assert.deepEqual(codes('0.0'), isFused ? [0, 1, 1] : [0, 0, 0])
  assert.deepEqual(codes('5.9604644775390625e-08'), isFused ? [1, 0, 1] : [1, 1, 1])
  if (isFused) assert.match(paddock(['test', check('0.0'), '--numerics', 'both']).out, /fast numerics: line 7: check\.expect_eq_const/)
  assert.equal(paddock(['test', run, '--numerics', 'quick']).code, 2)
})
