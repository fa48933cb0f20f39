// Zeros keep their sign, NaN stays.
func.func @sign_float() {
  %x = stablehlo.constant dense<[-3.0, -0.0, 0.0, 5.0]> : tensor<4xf32>
  %r = stablehlo.sign %x : tensor<4xf32>
  %bits = stablehlo.bitcast_convert %r : (tensor<4xf32>) -> tensor<4xui32>
  check.expect_eq_const %bits, dense<[0xBF800000, 0x80000000, 0, 0x3F800000]> : tensor<4xui32>
  return
}

// -----

func.func @sign_integer() {
  %x = stablehlo.constant dense<[-7, 0, 9]> : tensor<3xi32>
  %r = stablehlo.sign %x : tensor<3xi32>
  check.expect_eq_const %r, dense<[-1, 0, 1]> : tensor<3xi32>
  return
}

// -----

func.func @sign_complex() {
  %x = stablehlo.constant dense<[(3.0, 4.0), (0.0, 0.0)]> : tensor<2xcomplex<f64>>
  %r = stablehlo.sign %x : tensor<2xcomplex<f64>>
  check.expect_almost_eq_const %r, dense<[(0.6, 0.8), (0.0, 0.0)]> : tensor<2xcomplex<f64>> {tolerance = 1.0e-15 : f64}
  return
}
