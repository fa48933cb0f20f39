// Programs whose operations are large enough for several threads.
import { loopProgram } from './loops.mjs'

const unary = (name, type, attributes = '') => (x, y) => `${y} = stablehlo.${name} ${x}${attributes} : ${type}`

/// Returns a program of one parameter whose body is these lines.
const program = (parameter, result, lines, value) => `func.func @main(%x: ${parameter}) -> ${result} {\n  ${lines.join('\n  ')}\n  return ${value} : ${result}\n}\n`

function chain(type) {
  const steps = [unary('abs', type), unary('sqrt', type), unary('logistic', type), unary('sine', type), unary('exponential', type)]
  const lines = steps.map((step, i) => step(i === 0 ? '%x' : `%v${i - 1}`, `%v${i}`))
  return program(type, type, [...lines, `%p = stablehlo.multiply %v4, %x : ${type}`, `%q = stablehlo.add %p, %v2 : ${type}`, `%r = stablehlo.maximum %q, %v0 : ${type}`], '%r')
}

function dot(size, type) {
  const matrix = `tensor<${size}x${size}x${type}>`
  return program(matrix, matrix, [`%c = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (${matrix}, ${matrix}) -> ${matrix}`], '%c')
}

function reduce(shape, kept, dimensions, operation, type = 'f32', init = '0.0') {
  const [from, to, scalar] = [`tensor<${shape}x${type}>`, `tensor<${kept}${type}>`, `tensor<${type}>`]
  return program(from, to, [`%z = stablehlo.constant dense<${init}> : ${scalar}`, `%s = stablehlo.reduce(%x init: %z) applies stablehlo.${operation} across dimensions = [${dimensions}] : (${from}, ${scalar}) -> ${to}`], '%s')
}

/// A part computes the second value.
function factorisations() {
  const matrix = 'tensor<96x96xf32>'
  return program(matrix, matrix, [
    `%t = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1] : (${matrix}, ${matrix}) -> ${matrix}`,
    `%i = stablehlo.iota dim = 0 : ${matrix}`, `%j = stablehlo.iota dim = 1 : ${matrix}`,
    `%d = stablehlo.compare EQ, %i, %j : (${matrix}, ${matrix}) -> tensor<96x96xi1>`,
    `%c = stablehlo.convert %d : (tensor<96x96xi1>) -> ${matrix}`,
    `%n = stablehlo.constant dense<100.0> : ${matrix}`, `%m = stablehlo.multiply %c, %n : ${matrix}`, `%a = stablehlo.add %t, %m : ${matrix}`,
    `%l = stablehlo.cholesky %a, lower = true : ${matrix}`,
    `%v, %w, %info = stablehlo.custom_call @lapack_ssyevd_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (${matrix}) -> (${matrix}, tensor<96xf32>, tensor<i32>)`,
    `%r = stablehlo.add %l, %v : ${matrix}`,
  ], '%r')
}

function loop() {
  const type = 'tensor<65536xf32>'
  return loopProgram(type, 60, [`%a = stablehlo.multiply %v, %x : ${type}`, `%b = stablehlo.add %a, %x : ${type}`, `%c = stablehlo.tanh %b : ${type}`], '%c')
}

/// Returns [name, text, inputs] of each.
export function threadPrograms() {
  const one = (name, text, input = 'random:5') => [name, text, [input]]
  const million = 'tensor<1500001xf32>'
  return [
    ...['f32', 'f64', 'f16', 'bf16'].map((type) => one(`chain ${type}`, chain(`tensor<700001x${type}>`))),
    one('chain i32', program('tensor<2000003xi32>', 'tensor<2000003xi32>', ['%a = stablehlo.multiply %x, %x : tensor<2000003xi32>', '%b = stablehlo.xor %a, %x : tensor<2000003xi32>', '%c = stablehlo.subtract %b, %a : tensor<2000003xi32>'], '%c')),
    one('dot f32', dot(384, 'f32')), one('dot f64', dot(256, 'f64')), one('dot i32', dot(200, 'i32')), one('dot bf16', dot(200, 'bf16')),
    one('sum of all', reduce('3000001', '', '0', 'add')), one('sum of rows', reduce('700x2001', '700x', '1', 'add')),
    one('sum of columns', reduce('2001x700', '700x', '0', 'add')), one('maximum of columns', reduce('999x1001', '1001x', '0', 'maximum', 'f64')),
    one('sum of integers', reduce('3000001', '', '0', 'add', 'i32', '0')),
    one('transpose', program('tensor<1201x903xf32>', 'tensor<903x1201xf32>', ['%t = stablehlo.transpose %x, dims = [1, 0] : (tensor<1201x903xf32>) -> tensor<903x1201xf32>'], '%t')),
    one('sort', program('tensor<400x1000xf32>', 'tensor<400x1000xf32>', ['%s = "stablehlo.sort"(%x) <{dimension = 1 : i64, is_stable = true}> ({', '^bb0(%a: tensor<f32>, %b: tensor<f32>):', '  %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>', '  stablehlo.return %c : tensor<i1>', '}) : (tensor<400x1000xf32>) -> tensor<400x1000xf32>'], '%s')),
    one('transform', program('tensor<200x1000xcomplex<f32>>', 'tensor<200x1000xcomplex<f32>>', ['%f = stablehlo.fft %x, type = FFT, length = [1000] : (tensor<200x1000xcomplex<f32>>) -> tensor<200x1000xcomplex<f32>>'], '%f')),
    one('conversion', program(million, 'tensor<1500001xi8>', [`%h = stablehlo.convert %x : (${million}) -> tensor<1500001xf16>`, '%i = stablehlo.convert %h : (tensor<1500001xf16>) -> tensor<1500001xi8>'], '%i')),
    one('factorisations', factorisations()), one('loop', loop()),
    one('generator', program('tensor<2xui64>', 'tensor<1000003xui32>', ['%s, %b = stablehlo.rng_bit_generator %x, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1000003xui32>)'], '%b')),
  ]
}
