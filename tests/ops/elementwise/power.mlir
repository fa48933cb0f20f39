// Negative exponents of integers give 0, but for the bases 1 and -1.
func.func @power_integer() {
  %x = stablehlo.constant dense<[0, 2, -1, -1, 3, 2]> : tensor<6xi32>
  %y = stablehlo.constant dense<[0, 10, -3, -2, -1, 32]> : tensor<6xi32>
  %r = stablehlo.power %x, %y : tensor<6xi32>
  check.expect_eq_const %r, dense<[1, 1024, -1, 1, 0, 0]> : tensor<6xi32>
  return
}

// -----

// x^0 and 1^y are 1, whatever the other is.
func.func @power_float() {
  %x = stablehlo.constant dense<[0x7FC00000, 1.0, -2.0, -8.0]> : tensor<4xf32>
  %y = stablehlo.constant dense<[0.0, 0x7FC00000, 3.0, 0.5]> : tensor<4xf32>
  %r = stablehlo.power %x, %y : tensor<4xf32>
  %expected = stablehlo.constant dense<[1.0, 1.0, -8.0, 0x7FC00000]> : tensor<4xf32>
  check.expect_almost_eq %r, %expected : tensor<4xf32>, tensor<4xf32>
  return
}

// -----

// The modulus of a power is right however large the exponent is; where it is 0 the angle does not matter.
func.func @power_complex_huge() {
  %x = stablehlo.constant dense<[(2.0, 3.0), (0.0, 2.0), (0.5, 0.0), (2.0, 0.0)]> : tensor<4xcomplex<f64>>
  %y = stablehlo.constant dense<[(-1.7e308, 0.5), (0.75, 1.7e308), (0x7FF0000000000000, 0.0), (3.0, 1.7e308)]> : tensor<4xcomplex<f64>>
  %r = stablehlo.power %x, %y : tensor<4xcomplex<f64>>
  %modulus = stablehlo.abs %r : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
  check.expect_almost_eq_const %modulus, dense<[0.0, 0.0, 0.0, 8.0]> : tensor<4xf64>
  return
}
