// paddock: exact
// JAX's calls for operations that need a size known only at run time; the barriers hide it.
func.func @reduce_window() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %window = stablehlo.optimization_barrier %n : tensor<2xi32>
  %ones = stablehlo.constant dense<1> : tensor<2xi32>
  %p = stablehlo.constant dense<[[0, 0], [1, 0]]> : tensor<2x2xi32>
  %r = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %zero, %window, %ones, %ones, %ones, %p) {called_computations = [@add]} : (tensor<2x3xi32>, tensor<i32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<?x?xi32>
  %s = stablehlo.convert %r : (tensor<?x?xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %s, dense<[[1, 3, 5], [4, 9, 11]]> : tensor<2x3xi32>
  // Of two inputs, of static sizes, with a function that is more than one operation.
  %y = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %strides = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %two:2 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %y, %zero, %one, %window, %strides, %ones, %strides, %p) {called_computations = [@both]} : (tensor<2x3xi32>, tensor<2x3xf32>, tensor<i32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> (tensor<2x1xi32>, tensor<2x1xf32>)
  check.expect_eq_const %two#0, dense<[[2], [5]]> : tensor<2x1xi32>
  check.expect_eq_const %two#1, dense<[[2.0], [5.0]]> : tensor<2x1xf32>
  return
}
func.func private @add(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
  %sum = stablehlo.add %a, %b : tensor<i32>
  return %sum : tensor<i32>
}
func.func private @both(%a: tensor<i32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<f32>) -> (tensor<i32>, tensor<f32>) {
  %most = func.call @most(%a, %c) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %product = stablehlo.multiply %b, %d : tensor<f32>
  return %most, %product : tensor<i32>, tensor<f32>
}
func.func private @most(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
  %most = stablehlo.maximum %a, %b : tensor<i32>
  return %most : tensor<i32>
}

// -----

func.func @top_k() {
  %x = stablehlo.constant dense<[[3.0, 1.0, 2.0], [4.0, 6.0, 5.0]]> : tensor<2x3xf32>
  %n = stablehlo.constant dense<2> : tensor<i32>
  %k = stablehlo.optimization_barrier %n : tensor<i32>
  %v, %i = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %k) : (tensor<2x3xf32>, tensor<i32>) -> (tensor<2x?xf32>, tensor<2x?xi32>)
  %values = stablehlo.convert %v : (tensor<2x?xf32>) -> tensor<2x2xf32>
  %places = stablehlo.convert %i : (tensor<2x?xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %values, dense<[[3.0, 2.0], [6.0, 5.0]]> : tensor<2x2xf32>
  check.expect_eq_const %places, dense<[[0, 2], [1, 2]]> : tensor<2x2xi32>
  return
}

// -----

// The static form and this one give the same bits, and the same state after them.
func.func @rng_bit_generator() {
  %state = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %n = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  %shape = stablehlo.optimization_barrier %n : tensor<2xi64>
  %s, %bits = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%state, %shape) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<2xui64>, tensor<2xi64>) -> (tensor<2xui64>, tensor<?x?xui32>)
  %t, %same = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x2xui32>)
  %fixed = stablehlo.convert %bits : (tensor<?x?xui32>) -> tensor<3x2xui32>
  check.expect_eq %s, %t : tensor<2xui64>, tensor<2xui64>
  check.expect_eq %fixed, %same : tensor<3x2xui32>, tensor<3x2xui32>
  return
}

// -----

// Operands that say the sizes of results, of a target with a signature and of one without.
func.func @shape_operands() {
  %a = stablehlo.constant dense<[[[4.0, 2.0], [2.0, 5.0]]]> : tensor<1x2x2xf32>
  %open = stablehlo.convert %a : (tensor<1x2x2xf32>) -> tensor<?x2x2xf32>
  %n = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi32>
  %shape = stablehlo.optimization_barrier %n : tensor<3xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %l, %info = stablehlo.custom_call @lapack_spotrf_ffi(%open, %shape, %one) {indices_of_shape_operands = dense<[1, 2]> : tensor<2xi64>, mhlo.backend_config = {uplo = 76 : ui8}, output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>]} : (tensor<?x2x2xf32>, tensor<3xi32>, tensor<1xi32>) -> (tensor<?x2x2xf32>, tensor<?xi32>)
  %f = stablehlo.convert %l : (tensor<?x2x2xf32>) -> tensor<1x2x2xf32>
  check.expect_eq_const %f, dense<[[[2.0, 2.0], [1.0, 2.0]]]> : tensor<1x2x2xf32>
  %same = stablehlo.custom_call @Sharding(%open) : (tensor<?x2x2xf32>) -> tensor<?x2x2xf32>
  %g = stablehlo.convert %same : (tensor<?x2x2xf32>) -> tensor<1x2x2xf32>
  check.expect_eq %g, %a : tensor<1x2x2xf32>, tensor<1x2x2xf32>
  return
}

// -----

// Without another source, the size of a bounded value is its bound.
func.func @bounds() {
  %r = stablehlo.custom_call @AllocateBuffer() : () -> tensor<?x2xi32, #stablehlo.bounds<3, ?>>
  %s = stablehlo.convert %r : (tensor<?x2xi32, #stablehlo.bounds<3, ?>>) -> tensor<3x2xi32>
  check.expect_eq_const %s, dense<0> : tensor<3x2xi32>
  return
}

// -----

func.func @fail_k() {
  %x = stablehlo.constant dense<[3.0, 1.0, 2.0]> : tensor<3xf32>
  %n = stablehlo.constant dense<4> : tensor<i32>
  %k = stablehlo.optimization_barrier %n : tensor<i32>
  // expected-error @+1 {{k = [4] for tensor<3xf32>}}
  %v, %i = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %k) : (tensor<3xf32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>)
  stablehlo.custom_call @dce_sink(%v) : (tensor<?xf32>) -> ()
  return
}
