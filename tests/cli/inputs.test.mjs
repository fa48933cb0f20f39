// Values of arguments: the forms that `paddock run` reads, and output that it can read back.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { add, paddock, useFolder } from './paddock.mjs'

const { file, folder } = useFolder()

test('run shows the meaning of quantized values, and reads its own output', () => {
  const type = 'tensor<2x!quant.uniform<i8:f32:0, {0.5:-10, 0.25:4}>>'
  const path = file('quantized.mlir', `func.func @main(%x: ${type}) -> ${type} {\n  return %x : ${type}\n}\n`)
  const { code, out, error } = paddock(['run', path, '--input', '0=[-8, 8]'])
  assert.equal(code, 0, error)
  assert.equal(out, `${type} {\n  [-8, 8]\n} = tensor<2xf32> {\n  [1.000000e+00, 1.000000e+00]\n}\n`)
  assert.equal(paddock(['run', path, '--input', `0=${out}`]).out, out)
  const json = JSON.parse(paddock(['run', path, '--input', '0=[-8, 8]', '--format', 'json']).out)
  assert.deepEqual(json.results, [{ type, value: [-8, 8], means: [1, 1] }])
})

test('run takes inputs by index, name, rule, list and file, and writes results', () => {
  const path = file('add.mlir', add)
  const sum = join(folder, 'sum.npy')
  const first = paddock(['run', path, '--input', '0=[1, 2]', '--input', 'rhs=iota', '--output', `0=@${sum}`])
  assert.equal(first.code, 0, first.error)
  assert.match(first.out, /\[1\.000000e\+00, 3\.000000e\+00\]/)
  const second = paddock(['run', path, '--input', `%lhs=@${sum}`, '--input', '1=dense<10.0>', '--format', 'json'])
  assert.equal(second.code, 0, second.error)
  const json = JSON.parse(second.out)
  assert.equal(json.status, 'done')
  assert.deepEqual(json.results, [{ type: 'tensor<2xf32>', value: [11, 13] }])
})

test('results in JSON are read as inputs', () => {
  const types = ['4xf32', '2xi64', '2xui64', '2xcomplex<f64>', '2x0xi8', 'f16']
  const values = ['["NaN", "-Infinity", "Infinity", -0.0]', '["-9223372036854775808", 7]', '["18446744073709551615", "0"]', '[["NaN", 1.5], [2, "Infinity"]]', '[[], []]', '"-Infinity"']
  const names = types.map((type, i) => `%a${i}: tensor<${type}>`).join(', ')
  const all = types.map((type) => `tensor<${type}>`).join(', ')
  const path = file('json.mlir', `func.func @main(${names}) -> (${all}) {\n  return ${types.map((_, i) => `%a${i}`).join(', ')} : ${all}\n}\n`)
  const run = (inputs) => paddock(['run', path, '--format', 'json', ...inputs.flatMap((text, i) => ['--input', `${i}=${text}`])])
  const first = run(values)
  assert.equal(first.code, 0, first.error)
  const { results } = JSON.parse(first.out)
  assert.deepEqual(results.map(({ value }) => value), [['NaN', '-Infinity', 'Infinity', -0], ['-9223372036854775808', '7'], ['18446744073709551615', '0'], [['NaN', 1.5], [2, 'Infinity']], [[], []], '-Infinity'])
  assert.deepEqual(JSON.parse(run(results.map(({ value }, i) => (i === 0 ? values[0] : JSON.stringify(value)))).out).results, results)
  assert.match(run(['["1.5", 0, 0, 0]']).error, /argument %a0: not a value of type tensor<4xf32>: '"1\.5"' is not a value of type f32/)
})

test('an error about an input\'s shape names both shapes', () => {
  const path = file('add.mlir', add)
  const refusal = (value) => paddock(['run', path, '--input', `lhs=${value}`, '--input', 'rhs=iota']).error
  assert.match(refusal('[1, 2, 3]'), /argument %lhs: a value of type tensor<3xf32> where tensor<2xf32> is needed/)
  assert.match(refusal('[[1], [2]]'), /argument %lhs: a value of type tensor<2x1xf32> where tensor<2xf32> is needed/)
  assert.match(refusal('[1, x]'), /argument %lhs: not a value of type tensor<2xf32>: /)
})

test('values outside the type of an argument are refused in every form', () => {
  const quantized = '!quant.uniform<i8<-10:10>:f32, 0.5>'
  const path = file('narrow.mlir', `func.func @main(%a: tensor<2xi8>, %b: tensor<2xf32>, %c: tensor<2x${quantized}>) -> tensor<2x${quantized}> {\n  return %c : tensor<2x${quantized}>\n}\n`)
  const run = (...inputs) => paddock(['run', path, ...inputs.flatMap((value, i) => ['--input', `${i}=${value}`])])
  assert.match(run('[1, 200]', 'zeros', 'zeros').error, /'200' is not a value of type i8, which holds -128 to 127/)
  assert.match(run('zeros', '[1e39, 0]', 'zeros').error, /'1e39' is not a value of type f32, which holds -3\.4028235e\+38 to 3\.4028235e\+38/)
  assert.match(run('zeros', '0x7FC0', 'zeros').error, /'0x7FC0' is not a value of type f32, whose bits are 8 hexadecimal digits/)
  assert.match(run('zeros', 'zeros', '[1, 120]').error, /120 is outside -10 to 10, the range of i8<-10:10>/)
  const wide = file('wide.mlir', 'func.func @main(%a: tensor<2xi8>) -> tensor<2xi8> {\n  return %a : tensor<2xi8>\n}\n')
  const npy = join(folder, 'wide.npy')
  assert.equal(paddock(['run', wide, '--input', '0=[1, 120]', '--output', `0=@${npy}`]).code, 0)
  assert.match(run('zeros', 'zeros', `@${npy}`).error, /argument %c.* cannot take a value of .*: 120 is outside -10 to 10/)
  // Generators stay within the range of the type.
  const positive = quantized.replace('-10:10', '5:10')
  const rules = file('positive.mlir', `func.func @main(%c: tensor<9x${positive}>) -> tensor<9x${positive}> {\n  return %c : tensor<9x${positive}>\n}\n`)
  assert.match(paddock(['run', rules, '--input', '0=iota']).out, /\[5, 5, 5, 5, 5, 5, 6, 7, 8\]/)
})

test('run takes a grid, with values for each process', () => {
  const path = file('gather.mlir', `func.func @main(%x: tensor<2xi32>, %t: !stablehlo.token) -> (tensor<4xi32>, !stablehlo.token) {
  %r = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<4xi32>
  %a:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<4xi32>, !stablehlo.token)
  %s = stablehlo.add %r, %a#0 : tensor<4xi32>
  %u = "stablehlo.outfeed"(%s, %a#1) : (tensor<4xi32>, !stablehlo.token) -> !stablehlo.token
  return %r, %u : tensor<4xi32>, !stablehlo.token
}
`)
  const json = (...words) => JSON.parse(paddock(['run', path, '--format', 'json', ...words]).out)
  const run = json('--grid', '2x1', '--input', 'x=[1, 2]', '--input', 'x@(1, 0)=[3, 4]', '--infeed', '@(0, 0)=[0, 0, 0, 1]', '--infeed', '[5, 5, 5, 5]')
  assert.deepEqual(run.results.map(({ value, process }) => [process, value]), [[[0, 0], [3, 4, 1, 2]], [[1, 0], [3, 4, 1, 2]]])
  const outfeed = Object.fromEntries(run.outfeed.map(({ value, process }) => [process, value]))
  assert.deepEqual(outfeed, { '0,0': [3, 4, 1, 3], '1,0': [8, 9, 6, 7] })

  const whole = join(folder, 'whole.npy')
  const iota = file('iota.mlir', 'func.func @main() -> tensor<4xi32> { %r = stablehlo.iota dim = 0 : tensor<4xi32>\n return %r : tensor<4xi32> }')
  paddock(['run', iota, '--output', `0=@${whole}`])
  const split = json('--grid', '2x1', '--input', `x=@${whole}:split=0`, '--infeed', '[0, 0, 0, 0]')
  assert.deepEqual(split.results[0].value, [2, 3, 0, 1])

  const refused = paddock(['run', path, '--grid', '3x1', '--input', 'x=[1, 2]'])
  assert.equal(refused.code, 1)
  assert.match(refused.error, /a grid of 2 x 1 would do/)
  const outside = paddock(['run', path, '--grid', '2x1', '--input', 'x@(2, 0)=[1, 2]'])
  assert.match(outside.error, /an input is given for process \(2, 0\), but the grid is 2 x 1/)
  assert.equal(paddock(['run', path, '--grid', '2x0']).code, 2)
})

test('run receives from the host, shows sent values, and names unread entries', () => {
  const host = (handle, type) => `{channel_handle = #stablehlo.channel_handle<handle = ${handle}, type = ${type}>, is_host_transfer = true}`
  const path = file('host.mlir', `func.func @main() {
  %t = stablehlo.create_token : !stablehlo.token
  %a:2 = "stablehlo.recv"(%t) ${host(3, 3)} : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
  %b:3 = "stablehlo.recv"(%a#1) ${host(3, 3)} : (!stablehlo.token) -> (tensor<2xi32>, tensor<i1>, !stablehlo.token)
  %s = stablehlo.add %a#0, %b#0 : tensor<2xi32>
  %u = "stablehlo.send"(%s, %b#2) ${host(7, 2)} : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
  %v = "stablehlo.outfeed"(%s, %u) : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
  return
}
`)
  const run = (...words) => paddock(['run', path, ...words])
  const feeds = ['--receive', '3=[1, 2]', '--receive', '3=([10, 20], true)']
  const alone = run(...feeds)
  assert.equal(alone.code, 0, alone.error)
  const printed = 'tensor<2xi32> {\n  [11, 22]\n}\n'
  assert.equal(alone.out, `send 7@(0, 0)\n${printed}outfeed@(0, 0)\n${printed}`)
  assert.doesNotMatch(alone.error, /warning/)

  const array = join(folder, 'array.npy')
  const iota = file('iota2.mlir', 'func.func @main() -> tensor<2xi32> { %r = stablehlo.iota dim = 0 : tensor<2xi32>\n return %r : tensor<2xi32> }')
  paddock(['run', iota, '--output', `0=@${array}`])
  const second = ['--receive', '3@(0, 0)=([10, 20], true)', '--receive', '3@(1, 0)=([30, 40], true)']
  const grid = JSON.parse(run('--grid', '2x1', '--format', 'json', '--receive', `3=@${array}`, ...second).out)
  assert.deepEqual(grid.outfeed, [[[0, 0], [10, 21]], [[1, 0], [30, 41]]].flatMap(([process, value]) => [{ type: 'tensor<2xi32>', value, process, channel: 7 }, { type: 'tensor<2xi32>', value, process }]))

  const left = run(...feeds, '--receive', '3=[5]', '--infeed', '1')
  assert.equal(left.code, 0)
  assert.match(left.error, /warning: entry 0 of the infeed was not read\n.*warning: entry 2 of channel 3 was not read\n/)
  const last = JSON.parse(run('--grid', '2x1', '--format', 'json', ...feeds, '--receive', '3@(1, 0)=7').out)
  assert.deepEqual(last.diagnostics.map(({ severity, code, message }) => [severity, code, message]), [['warning', 'unread', 'entry 2 of channel 3 was not read']])
  assert.match(run('--receive', '3=[1, 2]').error, /process \(0, 0\) reads entry 1 of its channel 3, which has 1 entry\n/)
  assert.match(run().error, /the program receives from the host on channel 3, but has no values there/)
  for (const [words, sentence] of [['0=[1]', /a channel of recv is above 0, not 0/], ['-2=[1]', /above 0, not -2/], ['[1]', /--receive takes CHANNEL=VALUE, not '\[1\]'/], ['99999999999999999999=1', /takes CHANNEL=VALUE/]]) {
    const { code, error } = run('--receive', words)
    assert.equal(code, 2)
    assert.match(error, sentence)
  }
})

const tuples = `func.func @main(%x: tuple<tensor<f32>, tuple<tensor<2xi32>, tensor<i1>>>, %s: f32, %b: i1, %i: index, %c: complex<f64>) -> (tuple<tensor<f32>, tuple<tensor<2xi32>, tensor<i1>>>, f32, i1, index, complex<f64>) {
  return %x, %s, %b, %i, %c : tuple<tensor<f32>, tuple<tensor<2xi32>, tensor<i1>>>, f32, i1, index, complex<f64>
}
`
const scalars = ['--input', 's=1.5', '--input', '2=true', '--input', 'i=7', '--input', 'c=(1.0, -2.5)']
const shown = (tuple) => `tuple<tensor<f32>, tuple<tensor<2xi32>, tensor<i1>>> (
dense<${tuple[0]}> : tensor<f32>,
tuple<tensor<2xi32>, tensor<i1>> (
dense<${tuple[1]}> : tensor<2xi32>,
dense<${tuple[2]}> : tensor<i1>
)
)
1.5 : f32
true : i1
7 : index
(1.0, -2.5) : complex<f64>
`

test('run takes and prints tuples and scalars, whole and by element', () => {
  const path = file('tuples.mlir', tuples)
  const run = (...words) => paddock(['run', path, ...scalars, '--print', 'dense', ...words])
  const printed = (...words) => {
    const { code, out, error } = run(...words)
    assert.equal(code, 0, error)
    return out
  }
  assert.equal(printed('--input', 'x=(1, ([2, 3], true))'), shown(['1.0', '[2, 3]', 'true']))
  assert.equal(printed('--input', '0=(ones, (iota, false))'), shown(['1.0', '[0, 1]', 'false']))
  assert.equal(printed('--input', 'x=zeros', '--input', 'x.1.0=[5, 6]', '--input', '%x.0=-2', '--input', '0.1.1=true'), shown(['-2.0', '[5, 6]', 'true']))
  assert.equal(printed('--input', 'x.1=(9, true)', '--input', '0.0=4'), shown(['4.0', '9', 'true']))
  for (const [value, sentence] of [
    ['x=(1, 2, 3)', /argument %x: tuple<.*>: 3 values for tuple</],
    ['x=[1, 2]', /expected a tuple in parentheses, such as \(1, \[2, 3\]\)/],
    ['x=(1, ([2, 3, 4], true))', /argument %x\.1\.0: a value of type tensor<3xi32> where tensor<2xi32> is needed/],
    ['x.2=1', /@main has no argument 'x\.2'/],
    ['s.0=1', /@main has no argument 's\.0'/],
    ['s=[1, 2]', /argument %s: a value of type tensor<2xf32> where f32 is needed/],
    ['i=1.5', /argument %i: not a value of type index/],
  ]) {
    const { code, error } = run('--input', 'x=zeros', '--input', value)
    assert.notEqual(code, 0)
    assert.match(error, sentence)
  }
  assert.match(run('--input', 'x.0=1', '--input', 'x.1.1=true').error, /argument 0 \(%x\.1\.0: tensor<2xi32>\) of @main has no input/)
})

test('printed tuples and scalars read back', () => {
  const path = file('tuples.mlir', tuples)
  for (const form of ['upstream', 'numpy', 'dense']) {
    const lines = paddock(['run', path, '--input', 'x=(0.5, ([2, -3], true))', ...scalars, '--print', form]).out.split('\n')
    const end = lines.findLastIndex((line) => line === ')') + 1
    const [s, b, i, c] = lines.slice(end)
    const again = paddock(['run', path, '--input', `0=${lines.slice(0, end).join('\n')}`, '--input', `1=${s}`, '--input', `2=${b}`, '--input', `3=${i}`, '--input', `4=${c}`, '--print', 'dense'])
    assert.equal(again.out, shown(['0.5', '[2, -3]', 'true']), again.error)
  }
})

test('tuples are read from archives and written to them, with one array for each leaf', () => {
  const path = file('tuples.mlir', tuples)
  const all = join(folder, 'all.npz')
  const part = join(folder, 'part.safetensors')
  const scalar = join(folder, 'scalar.npy')
  const first = paddock(['run', path, '--input', 'x=(0.5, ([2, -3], true))', ...scalars, '--output', `@${all}`, '--output', `0.1=@${part}`, '--output', `1=@${scalar}`])
  assert.equal(first.code, 0, first.error)
  // Leaves are numbered as in numpy.savez.
  const again = paddock(['run', path, '--input', `@${all}`, '--print', 'dense'])
  assert.equal(again.out, shown(['0.5', '[2, -3]', 'true']), again.error)
  assert.equal(paddock(['run', path, '--input', `0=@${all}`, ...scalars, '--print', 'dense']).out, again.out)
  assert.equal(paddock(['run', path, '--input', 'x.0=0.5', '--input', `x.1=@${part}`, ...scalars, '--print', 'dense']).out, again.out)
  assert.equal(paddock(['run', path, '--input', 'x=(0.5, ([2, -3], true))', ...scalars, '--input', `s=@${scalar}`, '--print', 'dense']).out, again.out)
  const lone = paddock(['run', path, '--input', `x=@${scalar}`, ...scalars])
  assert.equal(lone.code, 1)
  assert.match(lone.error, /scalar\.npy: has no array 'x\.0'/)
  assert.match(paddock(['run', path, '--input', `x=@${all}:split=0`, '--grid', '2x1']).error, /a tuple cannot be cut; cut its elements, such as x\.0/)
})

test('processes of a grid have their own tuples and scalars', () => {
  const path = file('sum.mlir', `func.func @main(%x: tuple<tensor<2xi32>, tensor<i32>>, %s: i32) -> (tuple<tensor<2xi32>>, i32) {
  %a = stablehlo.get_tuple_element %x[0] : (tuple<tensor<2xi32>, tensor<i32>>) -> tensor<2xi32>
  %t = stablehlo.tuple %a : tuple<tensor<2xi32>>
  return %t, %s : tuple<tensor<2xi32>>, i32
}
`)
  const words = ['--grid', '2x1', '--format', 'json', '--input', 'x=([1, 2], 3)', '--input', 'x.0@(1, 0)=[7, 8]', '--input', 's=5', '--input', '1@(0, 0)=6']
  const { results } = JSON.parse(paddock(['run', path, ...words]).out)
  assert.deepEqual(results.map(({ type, value, path: of, process }) => [type, value, of, process]), [
    ['tensor<2xi32>', [1, 2], '0.0', [0, 0]],
    ['i32', 6, undefined, [0, 0]],
    ['tensor<2xi32>', [7, 8], '0.0', [1, 0]],
    ['i32', 5, undefined, [1, 0]],
  ])
  const commented = `// paddock: example\n${paddock(['print', path]).out}`.replace('{\n', '{\n    // %x: ([1, 2], 3)\n    // %s: 5\n')
  const run = paddock(['run', '-', '--input', 'x.1=9', '--print', 'dense'], commented)
  assert.equal(run.out, 'tuple<tensor<2xi32>> (\ndense<[1, 2]> : tensor<2xi32>\n)\n5 : i32\n', run.error)
})

test('run prints in three forms, each of which is an input again', () => {
  const path = file('forms.mlir', `func.func @main(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  return %x : tensor<2x2xf32>
}
`)
  const outputs = ['upstream', 'numpy', 'dense'].map((form) => paddock(['run', path, '--input', '0=[[1, 0.1], [-2.5, inf]]', '--print', form]).out)
  assert.equal(outputs[1], 'tensor<2x2xf32>\n[[ 1.0,  0.1],\n [-2.5,  inf]]\n')
  assert.equal(outputs[2], 'dense<[[1.0, 0.1], [-2.5, 0x7F800000]]> : tensor<2x2xf32>\n')
  for (const output of outputs) {
    const again = paddock(['run', path, '--input', `0=${output.trim()}`, '--print', 'dense'])
    assert.equal(again.out, outputs[2], again.error)
  }
})

test('a type after a rule determines open sizes', () => {
  const text = 'func.func @main(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {\n  return %x : tensor<?x3xf32>\n}\n'
  const run = (value) => paddock(['run', '-', '--print', 'dense', '--input', `x=${value}`], text)
  assert.equal(run('iota : tensor<1x3xf32>').out.trim(), 'dense<[[0.0, 1.0, 2.0]]> : tensor<1x3xf32>')
  assert.match(run('iota').error, /needs sizes: append a type, such as `iota : tensor<4x3xf32>`/)
  for (const type of ['tensor<1x4xf32>', 'tensor<1x3xi32>', 'tensor<3xf32>', 'tensor<', 'tensor<99999999999999999999x3xf32>']) {
    const { code, error } = run(`iota : ${type}`)
    assert.notEqual(code, 0)
    assert.ok(error.includes(`argument %x: tensor<?x3xf32> cannot take ${type}`), error)
  }
})

test('a value of a bounded type is made at its bound', () => {
  const type = 'tensor<?x2xf32, #stablehlo.bounds<3, ?>>'
  const text = `func.func @main(%x: ${type}) -> ${type} {\n  return %x : ${type}\n}\n`
  const run = (value) => paddock(['run', '-', '--print', 'dense', '--input', `x=${value}`], text)
  assert.equal(run('ones').out.trim(), 'dense<1.0> : tensor<3x2xf32>')
  assert.equal(run('ones : tensor<2x2xf32>').out.trim(), 'dense<1.0> : tensor<2x2xf32>')
  assert.notEqual(run('ones : tensor<4x2xf32>').code, 0)
})

test('run reads standard input', () => {
  const { code, out } = paddock(['run', '-', '--input', '0=zeros', '--input', '1=ones'], add)
  assert.equal(code, 0)
  assert.match(out, /\[1\.000000e\+00, 1\.000000e\+00\]/)
})

const valuesOf = (out) => JSON.parse(out).results.map(({ value }) => value)

test('random generates different numbers for each argument, tuple element and process, and the same in each run', () => {
  const type = 'tensor<4xf32>'
  const path = file('made.mlir', `func.func @main(%a: ${type}, %b: ${type}, %t: tuple<${type}, ${type}>) -> (${type}, ${type}, tuple<${type}, ${type}>) {
  %s = stablehlo.subtract %a, %b : ${type}
  %r = "stablehlo.all_reduce"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (${type}) -> ${type}
  return %s, %r, %t : ${type}, ${type}, tuple<${type}, ${type}>
}
`)
  const run = (...words) => {
    const { code, out, error } = paddock(['run', path, '--grid', '2x1', '--format', 'json', ...words])
    assert.equal(code, 0, error)
    const { results } = JSON.parse(out)
    return [0, 1].map((replica) => results.filter(({ process }) => process[0] === replica).map(({ value }) => value))
  }
  const all = ['--input', 'a=random:7', '--input', 'b=random:7', '--input', 't=random:7']
  const processes = run(...all)
  for (const [difference, , first, second] of processes) {
    assert.ok(difference.every((one) => one !== 0), String(difference))
    assert.notDeepEqual(first, second)
  }
  assert.notDeepEqual(processes[0][2], processes[1][2])
  assert.deepEqual(run(...all), processes)
  // A value for one process is that of the same process under a value for all.
  const own = ['a', 'b', 't'].flatMap((name) => ['(0, 0)', '(1, 0)'].flatMap((process) => ['--input', `${name}@${process}=random:7`]))
  assert.deepEqual(run(...own), processes)
  // The last value of an argument counts.
  assert.deepEqual(run('--input', 'a=[0, 0, 0, 0]', ...all), processes)
  assert.deepEqual(run(...all, '--input', 'a=[1, 2, 3, 4]')[0][1], [2, 4, 6, 8])
})

test('random integers are within the range of their uses', () => {
  const path = file('indices.mlir', `func.func @main(%x: tensor<100xf32>, %i: tensor<50x1xi32>, %d: tensor<50xi32>) -> (tensor<50x1xi32>, tensor<50xi32>) {
  %g = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>} : (tensor<100xf32>, tensor<50x1xi32>) -> tensor<50xf32>
  %q = stablehlo.divide %d, %d : tensor<50xi32>
  return %i, %q : tensor<50x1xi32>, tensor<50xi32>
}
`)
  const [indices, quotients] = valuesOf(paddock(['run', path, '--format', 'json', '--input', 'x=zeros', '--input', 'i=random:7', '--input', 'd=random:7']).out)
  assert.ok(indices.every(([index]) => index >= 0 && index < 100))
  assert.ok(indices.some(([index]) => index > 50))
  assert.ok(quotients.every((one) => one === 1))
})

test('a run without inputs names the options that give them', () => {
  const types = ['tensor<2xf32>', 'tensor<?x3xi32>', 'tuple<tensor<f32>, !stablehlo.token>']
  const path = file('missing.mlir', `func.func @main(%x: ${types[0]}, %open: ${types[1]}, %t: ${types[2]}) -> ${types[0]} {\n  return %x : ${types[0]}\n}\n`)
  const { code, error } = paddock(['run', path])
  assert.equal(code, 1)
  assert.match(error, /\nrandom values: --input x=random:1 --input 'open=random:1 : tensor<4x3xi32>' --input t\.0=random:1\n.*--help\n$/)
  assert.match(paddock(['run', path, '--input', 'open=iota : tensor<1x3xi32>', '--grid', '1x2', '--input', 'x@(0, 1)=ones']).error, /\nrandom values: --input x=random:1 --input t\.0=random:1\n/)
  const words = ['--input', 'x=random:1', '--input', 'open=random:1 : tensor<4x3xi32>', '--input', 't.0=random:1']
  assert.equal(paddock(['run', path, ...words]).code, 0)
  const many = file('many.mlir', `func.func @main(${Array.from({ length: 9 }, (_, i) => `%a${i}: tensor<i32>`).join(', ')}) {\n  return\n}\n`)
  assert.match(paddock(['run', many]).error, /--input a7=random:1 \.\.\.\n/)
  assert.doesNotMatch(paddock(['run', many, '--format', 'json']).error, /random/)
})
