// One operand: dequantized, computed, quantized.

!q = !quant.uniform<i8:f32, 0.5:-10>
!r = !quant.uniform<i8:f32, 0.25:4>

// |-1| = 1 = (8 - 4) / 4; |2| = 2.
func.func @abs_of_quantized() {
  %x = stablehlo.constant dense<[-12, -6]> : tensor<2x!q>
  %r = "stablehlo.abs"(%x) : (tensor<2x!q>) -> tensor<2x!r>
  check.expect_eq_const %r, dense<[8, 12]> : tensor<2x!r>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>
!r = !quant.uniform<i8:f32, 0.25:4>

// The roots of 8 and -1.
func.func @cbrt_of_quantized() {
  %x = stablehlo.constant dense<[6, -12]> : tensor<2x!q>
  %r = "stablehlo.cbrt"(%x) : (tensor<2x!q>) -> tensor<2x!r>
  check.expect_eq_const %r, dense<[12, 0]> : tensor<2x!r>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>
!r = !quant.uniform<i8:f32, 0.25:4>

// 1.5 and -0.5 rounded up: 2 and 0.
func.func @ceil_of_quantized() {
  %x = stablehlo.constant dense<[-7, -11]> : tensor<2x!q>
  %r = "stablehlo.ceil"(%x) : (tensor<2x!q>) -> tensor<2x!r>
  check.expect_eq_const %r, dense<[12, 4]> : tensor<2x!r>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>
!r = !quant.uniform<i8:f32, 0.25:4>

// cos 0 = 1.
func.func @cosine_of_quantized() {
  %x = stablehlo.constant dense<[-10, -10]> : tensor<2x!q>
  %r = "stablehlo.cosine"(%x) : (tensor<2x!q>) -> tensor<2x!r>
  check.expect_eq_const %r, dense<[8, 8]> : tensor<2x!r>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>
!r = !quant.uniform<i8:f32, 0.25:4>

// e = 2.718 is 10.87 steps, 11 in whole.
func.func @exponential_of_quantized() {
  %x = stablehlo.constant dense<[-10, -8]> : tensor<2x!q>
  %r = "stablehlo.exponential"(%x) : (tensor<2x!q>) -> tensor<2x!r>
  check.expect_eq_const %r, dense<[8, 15]> : tensor<2x!r>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>
!r = !quant.uniform<i8:f32, 0.25:4>

// e - 1 = 1.718 is 6.87 steps.
func.func @exponential_minus_one_of_quantized() {
  %x = stablehlo.constant dense<[-10, -8]> : tensor<2x!q>
  %r = "stablehlo.exponential_minus_one"(%x) : (tensor<2x!q>) -> tensor<2x!r>
  check.expect_eq_const %r, dense<[4, 11]> : tensor<2x!r>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>
!r = !quant.uniform<i8:f32, 0.25:4>

// 1.5 and -0.5 rounded down: 1 and -1.
func.func @floor_of_quantized() {
  %x = stablehlo.constant dense<[-7, -11]> : tensor<2x!q>
  %r = "stablehlo.floor"(%x) : (tensor<2x!q>) -> tensor<2x!r>
  check.expect_eq_const %r, dense<[8, 0]> : tensor<2x!r>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>
!r = !quant.uniform<i8:f32, 0.25:4>

// log 1 = 0; log 0 is minus infinity, the least that can be stored.
func.func @log_of_quantized() {
  %x = stablehlo.constant dense<[-8, -10]> : tensor<2x!q>
  %r = "stablehlo.log"(%x) : (tensor<2x!q>) -> tensor<2x!r>
  check.expect_eq_const %r, dense<[4, -128]> : tensor<2x!r>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>
!r = !quant.uniform<i8:f32, 0.25:4>

// log 1 = 0; log(1 + 2) = 1.0986 is 4.39 steps.
func.func @log_plus_one_of_quantized() {
  %x = stablehlo.constant dense<[-10, -6]> : tensor<2x!q>
  %r = "stablehlo.log_plus_one"(%x) : (tensor<2x!q>) -> tensor<2x!r>
  check.expect_eq_const %r, dense<[4, 8]> : tensor<2x!r>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>
!r = !quant.uniform<i8:f32, 0.25:4>

// 1 / (1 + 1).
func.func @logistic_of_quantized() {
  %x = stablehlo.constant dense<[-10, -10]> : tensor<2x!q>
  %r = "stablehlo.logistic"(%x) : (tensor<2x!q>) -> tensor<2x!r>
  check.expect_eq_const %r, dense<[6, 6]> : tensor<2x!r>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>
!r = !quant.uniform<i8:f32, 0.25:4>

// -1 and 2.
func.func @negate_of_quantized() {
  %x = stablehlo.constant dense<[-8, -14]> : tensor<2x!q>
  %r = "stablehlo.negate"(%x) : (tensor<2x!q>) -> tensor<2x!r>
  check.expect_eq_const %r, dense<[0, 12]> : tensor<2x!r>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>
!r = !quant.uniform<i8:f32, 0.25:4>

// 4.5 with one bit of mantissa is 4.
func.func @reduce_precision_of_quantized() {
  %x = stablehlo.constant dense<[-1, -4]> : tensor<2x!q>
  %r = "stablehlo.reduce_precision"(%x) {exponent_bits = 8 : i32, mantissa_bits = 1 : i32} : (tensor<2x!q>) -> tensor<2x!r>
  check.expect_eq_const %r, dense<[20, 16]> : tensor<2x!r>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>
!r = !quant.uniform<i8:f32, 0.25:4>

// Halves go away from zero.
func.func @round_nearest_afz_of_quantized() {
  %x = stablehlo.constant dense<[-9, -11]> : tensor<2x!q>
  %r = "stablehlo.round_nearest_afz"(%x) : (tensor<2x!q>) -> tensor<2x!r>
  check.expect_eq_const %r, dense<[8, 0]> : tensor<2x!r>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>
!r = !quant.uniform<i8:f32, 0.25:4>

// Halves go to the even neighbour.
func.func @round_nearest_even_of_quantized() {
  %x = stablehlo.constant dense<[-9, -7]> : tensor<2x!q>
  %r = "stablehlo.round_nearest_even"(%x) : (tensor<2x!q>) -> tensor<2x!r>
  check.expect_eq_const %r, dense<[4, 12]> : tensor<2x!r>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>
!r = !quant.uniform<i8:f32, 0.25:4>

// 1 / 2, and 1 / 0: infinity, the greatest that can be stored.
func.func @rsqrt_of_quantized() {
  %x = stablehlo.constant dense<[-2, -10]> : tensor<2x!q>
  %r = "stablehlo.rsqrt"(%x) : (tensor<2x!q>) -> tensor<2x!r>
  check.expect_eq_const %r, dense<[6, 127]> : tensor<2x!r>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>
!r = !quant.uniform<i8:f32, 0.25:4>

// -1, 0 and 1.
func.func @sign_of_quantized() {
  %x = stablehlo.constant dense<[-14, -10, -4]> : tensor<3x!q>
  %r = "stablehlo.sign"(%x) : (tensor<3x!q>) -> tensor<3x!r>
  check.expect_eq_const %r, dense<[0, 4, 8]> : tensor<3x!r>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>
!r = !quant.uniform<i8:f32, 0.25:4>

// sin 0 = 0; sin 1.5 = 0.997 is 3.99 steps.
func.func @sine_of_quantized() {
  %x = stablehlo.constant dense<[-10, -7]> : tensor<2x!q>
  %r = "stablehlo.sine"(%x) : (tensor<2x!q>) -> tensor<2x!r>
  check.expect_eq_const %r, dense<[4, 8]> : tensor<2x!r>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>
!r = !quant.uniform<i8:f32, 0.25:4>

// Roots of 4 and 9; of -1, NaN, which is stored as 0.
func.func @sqrt_of_quantized() {
  %x = stablehlo.constant dense<[-2, 8, -12]> : tensor<3x!q>
  %r = "stablehlo.sqrt"(%x) : (tensor<3x!q>) -> tensor<3x!r>
  check.expect_eq_const %r, dense<[12, 16, 0]> : tensor<3x!r>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>
!r = !quant.uniform<i8:f32, 0.25:4>

// tan 0 = 0; tan 1 = 1.557 is 6.2 steps.
func.func @tan_of_quantized() {
  %x = stablehlo.constant dense<[-10, -8]> : tensor<2x!q>
  %r = "stablehlo.tan"(%x) : (tensor<2x!q>) -> tensor<2x!r>
  check.expect_eq_const %r, dense<[4, 10]> : tensor<2x!r>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>
!r = !quant.uniform<i8:f32, 0.25:4>

// tanh 0 = 0; tanh 3 = 0.995 is 3.98 steps.
func.func @tanh_of_quantized() {
  %x = stablehlo.constant dense<[-10, -4]> : tensor<2x!q>
  %r = "stablehlo.tanh"(%x) : (tensor<2x!q>) -> tensor<2x!r>
  check.expect_eq_const %r, dense<[4, 8]> : tensor<2x!r>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>

// Everything quantized is finite.
func.func @is_finite_of_quantized() {
  %x = stablehlo.constant dense<[-128, 127]> : tensor<2x!q>
  %r = stablehlo.is_finite %x : (tensor<2x!q>) -> tensor<2xi1>
  check.expect_eq_const %r, dense<true> : tensor<2xi1>
  return
}
