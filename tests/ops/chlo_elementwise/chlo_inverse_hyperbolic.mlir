// asinh(3/4) = acosh(5/4) = atanh(3/5) = log 2.
func.func @inverse_hyperbolic_real() {
  %x = stablehlo.constant dense<[0.75, -0.75, 0.0]> : tensor<3xf64>
  %asinh = chlo.asinh %x : tensor<3xf64> -> tensor<3xf64>
  check.expect_almost_eq_const %asinh, dense<[0.69314718055994529, -0.69314718055994529, 0.0]> : tensor<3xf64> {tolerance = 1.0e-15 : f64}
  %y = stablehlo.constant dense<[1.25, 1.0, 0.5]> : tensor<3xf32>
  %acosh = chlo.acosh %y : tensor<3xf32> -> tensor<3xf32>
  %acosh_expected = stablehlo.constant dense<[0.693147182, 0.0, 0x7FC00000]> : tensor<3xf32>
  check.expect_almost_eq %acosh, %acosh_expected {tolerance = 1.0e-6 : f64} : tensor<3xf32>, tensor<3xf32>
  %z = stablehlo.constant dense<[0.59999999999999998, 1.0]> : tensor<2xf64>
  %atanh = chlo.atanh %z : tensor<2xf64> -> tensor<2xf64>
  %atanh_expected = stablehlo.constant dense<[0.69314718055994529, 0x7FF0000000000000]> : tensor<2xf64>
  check.expect_almost_eq %atanh, %atanh_expected {tolerance = 1.0e-15 : f64} : tensor<2xf64>, tensor<2xf64>
  return
}

// -----

func.func @inverse_hyperbolic_complex() {
  %x = stablehlo.constant dense<(0.0, 2.0)> : tensor<complex<f64>>
  %asinh = chlo.asinh %x : tensor<complex<f64>> -> tensor<complex<f64>>
  check.expect_almost_eq_const %asinh, dense<(1.3169578969248167, 1.5707963267948966)> : tensor<complex<f64>> {tolerance = 1.0e-15 : f64}
  %acosh = chlo.acosh %x : tensor<complex<f64>> -> tensor<complex<f64>>
  check.expect_almost_eq_const %acosh, dense<(1.4436354751788103, 1.5707963267948966)> : tensor<complex<f64>> {tolerance = 1.0e-15 : f64}
  %atanh = chlo.atanh %x : tensor<complex<f64>> -> tensor<complex<f64>>
  check.expect_almost_eq_const %atanh, dense<(0.0, 1.1071487177940904)> : tensor<complex<f64>> {tolerance = 1.0e-15 : f64}
  return
}

// -----

// f16 computes in f32 and rounds once; nothing comes of nothing.
func.func @inverse_hyperbolic_narrow() {
  %x = stablehlo.constant dense<[0.75, -1.0]> : tensor<2xf16>
  %r = chlo.asinh %x : tensor<2xf16> -> tensor<2xf16>
  check.expect_eq_const %r, dense<[0.693359375, -0.88134765625]> : tensor<2xf16>
  %empty = stablehlo.constant dense<> : tensor<0xbf16>
  %none = chlo.asinh %empty : tensor<0xbf16> -> tensor<0xbf16>
  check.expect_eq_const %none, dense<> : tensor<0xbf16>
  return
}
