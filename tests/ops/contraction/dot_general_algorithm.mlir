// What `algorithm` rounds operands to, splits them into and sums in.

// Operands are rounded to bf16: 1 + 2^-9 is 1.
func.func @dot_bf16() {
  %x = stablehlo.constant dense<[[1.001953125]]> : tensor<1x1xf32>
  %y = stablehlo.constant dense<[[1.0]]> : tensor<1x1xf32>
  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0],
    algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>
    : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  check.expect_eq_const %r, dense<1.0> : tensor<1x1xf32>
  return
}

// -----

// Two components: 1 + 2^-9 is 1 and 2^-9. Left out is their smallest product, 2^-18.
func.func @dot_bf16_3x() {
  %x = stablehlo.constant dense<[[1.001953125]]> : tensor<1x1xf32>
  %y = stablehlo.constant dense<[[1.001953125]]> : tensor<1x1xf32>
  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0],
    algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false>
    : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  check.expect_eq_const %r, dense<1.00390625> : tensor<1x1xf32>
  return
}

// -----

// The product of the second components too.
func.func @dot_bf16_6x() {
  %x = stablehlo.constant dense<[[1.001953125]]> : tensor<1x1xf32>
  %y = stablehlo.constant dense<[[1.001953125]]> : tensor<1x1xf32>
  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0],
    algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 6, allow_imprecise_accumulation = false>
    : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  check.expect_eq_const %r, dense<1.0039100646972656> : tensor<1x1xf32>
  return
}

// -----

// 1 + 2^-9 + 2^-18 has three components; the third times the second of the other is left out.
func.func @dot_bf16_6x_of_three_components() {
  %x = stablehlo.constant dense<[[1.0019569396972656, -1.0]]> : tensor<1x2xf32>
  %y = stablehlo.constant dense<[[1.001953125], [1.0]]> : tensor<2x1xf32>
  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0],
    algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 6, allow_imprecise_accumulation = false>
    : (tensor<1x2xf32>, tensor<2x1xf32>) -> tensor<1x1xf32>
  check.expect_eq_const %r, dense<0.00391387939453125> : tensor<1x1xf32>
  return
}

// -----

// All nine products.
func.func @dot_bf16_9x() {
  %x = stablehlo.constant dense<[[1.0019569396972656, -1.0]]> : tensor<1x2xf32>
  %y = stablehlo.constant dense<[[1.001953125], [1.0]]> : tensor<2x1xf32>
  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0],
    algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 9, allow_imprecise_accumulation = false>
    : (tensor<1x2xf32>, tensor<2x1xf32>) -> tensor<1x1xf32>
  check.expect_eq_const %r, dense<0.003913886845111847> : tensor<1x1xf32>
  return
}

// -----

// 10 bits of mantissa, halves to even: 1 + 2^-11 is 1, and 1 + 3 * 2^-11 is 1 + 2^-9.
func.func @dot_tf32() {
  %x = stablehlo.constant dense<[[1.00048828125, 1.00146484375]]> : tensor<1x2xf32>
  %y = stablehlo.constant dense<[[1.0], [1.0]]> : tensor<2x1xf32>
  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0],
    algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>
    : (tensor<1x2xf32>, tensor<2x1xf32>) -> tensor<1x1xf32>
  check.expect_eq_const %r, dense<2.001953125> : tensor<1x1xf32>
  return
}

// -----

// What the first component lacks is in the second.
func.func @dot_tf32_3x() {
  %x = stablehlo.constant dense<[[1.00048828125, 1.00146484375]]> : tensor<1x2xf32>
  %y = stablehlo.constant dense<[[1.0], [1.0]]> : tensor<2x1xf32>
  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0],
    algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false>
    : (tensor<1x2xf32>, tensor<2x1xf32>) -> tensor<1x1xf32>
  check.expect_eq_const %r, dense<2.001953125> : tensor<1x1xf32>
  return
}

// -----

// Nothing is rounded.
func.func @dot_f32() {
  %x = stablehlo.constant dense<[[1.00048828125]]> : tensor<1x1xf32>
  %y = stablehlo.constant dense<[[1.0]]> : tensor<1x1xf32>
  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0],
    algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>
    : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  check.expect_eq_const %r, dense<1.00048828125> : tensor<1x1xf32>
  return
}

// -----

// Two bits of mantissa: 1.1 is 1; of f8E4M3FN three: 1.1 is 1.125.
func.func @dot_f8() {
  %x = stablehlo.constant dense<[[1.1]]> : tensor<1x1xf32>
  %y = stablehlo.constant dense<[[1.1]]> : tensor<1x1xf32>
  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0],
    algorithm = <lhs_precision_type = f8E5M2, rhs_precision_type = f8E4M3FN, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = true>
    : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  check.expect_eq_const %r, dense<1.125> : tensor<1x1xf32>
  return
}

// -----

// 2048 + 1 + 1 in f32.
func.func @dot_f16_in_f32() {
  %x = stablehlo.constant dense<[[2048.0, 1.0, 1.0]]> : tensor<1x3xf32>
  %y = stablehlo.constant dense<[[1.0], [1.0], [1.0]]> : tensor<3x1xf32>
  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0],
    algorithm = <lhs_precision_type = f16, rhs_precision_type = f16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>
    : (tensor<1x3xf32>, tensor<3x1xf32>) -> tensor<1x1xf32>
  check.expect_eq_const %r, dense<2050.0> : tensor<1x1xf32>
  return
}

// -----

// Each sum is rounded: 2048 + 1 stays 2048.
func.func @dot_f16_in_f16() {
  %x = stablehlo.constant dense<[[2048.0, 1.0, 1.0]]> : tensor<1x3xf32>
  %y = stablehlo.constant dense<[[1.0], [1.0], [1.0]]> : tensor<3x1xf32>
  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0],
    algorithm = <lhs_precision_type = f16, rhs_precision_type = f16, accumulation_type = f16, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>
    : (tensor<1x3xf32>, tensor<3x1xf32>) -> tensor<1x1xf32>
  check.expect_eq_const %r, dense<2048.0> : tensor<1x1xf32>
  return
}

// -----

// 256 + 1 stays 256, 1 + 1 + 256 does not.
func.func @dot_bf16_in_bf16() {
  %x = stablehlo.constant dense<[[1.0, 1.0, 256.0]]> : tensor<1x3xf32>
  %y = stablehlo.constant dense<[[1.0], [1.0], [1.0]]> : tensor<3x1xf32>
  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0],
    algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = bf16, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>
    : (tensor<1x3xf32>, tensor<3x1xf32>) -> tensor<1x1xf32>
  check.expect_eq_const %r, dense<258.0> : tensor<1x1xf32>
  return
}

// -----

// Infinity has no second component, and 0 times it does not count.
func.func @dot_bf16_3x_of_infinity() {
  %x = stablehlo.constant dense<[[0x7F800000, 1.0]]> : tensor<1x2xf32>
  %y = stablehlo.constant dense<[[1.0], [1.0]]> : tensor<2x1xf32>
  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0],
    algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false>
    : (tensor<1x2xf32>, tensor<2x1xf32>) -> tensor<1x1xf32>
  check.expect_eq_const %r, dense<0x7F800000> : tensor<1x1xf32>
  return
}

// -----

// Integers are rounded as well: 257 is 256.
func.func @dot_bf16_of_integers() {
  %x = stablehlo.constant dense<[[257]]> : tensor<1x1xi32>
  %y = stablehlo.constant dense<[[3]]> : tensor<1x1xi32>
  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0],
    algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>
    : (tensor<1x1xi32>, tensor<1x1xi32>) -> tensor<1x1xi32>
  check.expect_eq_const %r, dense<768> : tensor<1x1xi32>
  return
}

// -----

// More precise than the operands: 2^24 + 1 is exact in f64, and rounded once.
func.func @dot_f64_of_f32() {
  %x = stablehlo.constant dense<[[16777216.0, 1.0]]> : tensor<1x2xf32>
  %y = stablehlo.constant dense<[[1.0], [1.0]]> : tensor<2x1xf32>
  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0],
    algorithm = <lhs_precision_type = f64, rhs_precision_type = f64, accumulation_type = f64, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>
    : (tensor<1x2xf32>, tensor<2x1xf32>) -> tensor<1x1xf64>
  check.expect_eq_const %r, dense<16777217.0> : tensor<1x1xf64>
  return
}

// -----

// Components of f64: 1 + 2^-9 again.
func.func @dot_bf16_3x_of_f64() {
  %x = stablehlo.constant dense<[[1.001953125]]> : tensor<1x1xf64>
  %y = stablehlo.constant dense<[[1.0]]> : tensor<1x1xf64>
  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0],
    algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false>
    : (tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<1x1xf64>
  check.expect_eq_const %r, dense<1.001953125> : tensor<1x1xf64>
  return
}

// -----

// The parts of complex numbers, each for itself: (1 + 2^-9 + 2i) * (1 + i).
func.func @dot_bf16_of_complex() {
  %x = stablehlo.constant dense<(1.001953125,2.0)> : tensor<1x1xcomplex<f32>>
  %y = stablehlo.constant dense<(1.0,1.0)> : tensor<1x1xcomplex<f32>>
  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0],
    algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>
    : (tensor<1x1xcomplex<f32>>, tensor<1x1xcomplex<f32>>) -> tensor<1x1xcomplex<f32>>
  check.expect_eq_const %r, dense<(-1.0,3.0)> : tensor<1x1xcomplex<f32>>
  return
}

// -----

// Batching dimensions in any order.
func.func @dot_f16_in_f16_of_batches() {
  %x = stablehlo.constant dense<[[[2048.0, 1.0], [1.0, 2.0]], [[1.0, 0.0], [1.0, 3.0]]]> : tensor<2x2x2xf32>
  %y = stablehlo.constant dense<[[[1.0], [1.0]], [[1.0], [1.0]]]> : tensor<2x2x1xf32>
  %r = stablehlo.dot_general %x, %y, batching_dims = [1] x [0], contracting_dims = [0] x [1],
    algorithm = <lhs_precision_type = f16, rhs_precision_type = f16, accumulation_type = f16, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>
    : (tensor<2x2x2xf32>, tensor<2x2x1xf32>) -> tensor<2x2x1xf32>
  check.expect_eq_const %r, dense<[[[2048.0], [1.0]], [[2.0], [5.0]]]> : tensor<2x2x1xf32>
  return
}

// -----

// Over nothing the sum is zero.
func.func @dot_f16_in_f16_of_nothing() {
  %x = stablehlo.constant dense<> : tensor<2x0xf32>
  %y = stablehlo.constant dense<> : tensor<0x1xf32>
  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0],
    algorithm = <lhs_precision_type = f16, rhs_precision_type = f16, accumulation_type = f16, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>
    : (tensor<2x0xf32>, tensor<0x1xf32>) -> tensor<2x1xf32>
  check.expect_eq_const %r, dense<0.0> : tensor<2x1xf32>
  return
}

// -----

// As the specification writes bf16_6x: three components of each operand. Upstream writes one.
func.func @dot_general_components() {
  %x = stablehlo.constant dense<[1.0000001, 3.1415927]> : tensor<2xf32>
  %y = stablehlo.constant dense<[2.7182817, 0.333333343]> : tensor<2xf32>
  %r = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], algorithm = #stablehlo.dot_algorithm<lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 3, rhs_component_count = 3, num_primitive_operations = 6, allow_imprecise_accumulation = false>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  %s = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 6, allow_imprecise_accumulation = false>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  check.expect_eq %r, %s : tensor<f32>, tensor<f32>
  check.expect_almost_eq_const %r, dense<3.76547956> : tensor<f32> {tolerance = 1.0e-6 : f64}
  %t = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 2, rhs_component_count = 2, num_primitive_operations = 3, allow_imprecise_accumulation = false>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  check.expect_almost_eq_const %t, dense<3.76547956> : tensor<f32> {tolerance = 1.0e-5 : f64}
  return
}
