func.func @sinh_and_cosh_real() {
  %x = stablehlo.constant dense<[0.69314718055994529, 0.0, -0.69314718055994529]> : tensor<3xf64>
  %cosh = chlo.cosh %x : tensor<3xf64> -> tensor<3xf64>
  check.expect_almost_eq_const %cosh, dense<[1.25, 1.0, 1.25]> : tensor<3xf64> {tolerance = 1.0e-15 : f64}
  %sinh = chlo.sinh %x : tensor<3xf64> -> tensor<3xf64>
  check.expect_almost_eq_const %sinh, dense<[0.75, 0.0, -0.75]> : tensor<3xf64> {tolerance = 1.0e-15 : f64}
  return
}

// -----

// f32 at 88: e^(x - log 2), of a difference that is rounded to f32.
func.func @cosh_step_by_step() {
  %x = stablehlo.constant dense<88.0> : tensor<f32>
  %log_2 = stablehlo.constant dense<0.693147182> : tensor<f32>
  %difference = stablehlo.subtract %x, %log_2 : tensor<f32>
  %expected = stablehlo.exponential %difference : tensor<f32>
  %cosh = chlo.cosh %x : tensor<f32> -> tensor<f32>
  check.expect_close %cosh, %expected {max_ulp_difference = 1 : ui64} : tensor<f32>, tensor<f32>
  return
}

// -----

// cosh(iy) = cos y, sinh(iy) = i sin y.
func.func @sinh_and_cosh_complex() {
  %x = stablehlo.constant dense<(0.0, 1.0)> : tensor<complex<f64>>
  %cosh = chlo.cosh %x : tensor<complex<f64>> -> tensor<complex<f64>>
  check.expect_almost_eq_const %cosh, dense<(0.54030230586813977, 0.0)> : tensor<complex<f64>> {tolerance = 1.0e-15 : f64}
  %sinh = chlo.sinh %x : tensor<complex<f64>> -> tensor<complex<f64>>
  check.expect_almost_eq_const %sinh, dense<(0.0, 0.8414709848078965)> : tensor<complex<f64>> {tolerance = 1.0e-15 : f64}
  return
}
