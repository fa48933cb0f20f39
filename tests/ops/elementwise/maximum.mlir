// NaN wins from either side; +0 is greater than -0.
func.func @maximum_float() {
  %x = stablehlo.constant dense<[0x7FC00000, 1.0, -0.0, 2.0]> : tensor<4xf32>
  %y = stablehlo.constant dense<[1.0, 0x7FC00000, 0.0, -3.0]> : tensor<4xf32>
  %r = stablehlo.maximum %x, %y : tensor<4xf32>
  %ok = stablehlo.compare NE, %r, %r : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  check.expect_eq_const %ok, dense<[true, true, false, false]> : tensor<4xi1>
  %tail = stablehlo.slice %r [2:4] : (tensor<4xf32>) -> tensor<2xf32>
  %bits = stablehlo.bitcast_convert %tail : (tensor<2xf32>) -> tensor<2xui32>
  check.expect_eq_const %bits, dense<[0, 0x40000000]> : tensor<2xui32>
  return
}

// -----

// Complex numbers are ordered by their real part, then by the other.
func.func @maximum_complex() {
  %x = stablehlo.constant dense<[(1.0, 5.0), (2.0, 0.0)]> : tensor<2xcomplex<f32>>
  %y = stablehlo.constant dense<[(1.0, 7.0), (1.0, 9.0)]> : tensor<2xcomplex<f32>>
  %r = stablehlo.maximum %x, %y : tensor<2xcomplex<f32>>
  check.expect_eq_const %r, dense<[(1.0, 7.0), (2.0, 0.0)]> : tensor<2xcomplex<f32>>
  return
}
