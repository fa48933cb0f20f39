// In [0, pi] and [-pi/2, pi/2]; NaN beyond 1.
func.func @inverse_trigonometric_real() {
  %x = stablehlo.constant dense<[1.0, 0.5, -1.0, 2.0]> : tensor<4xf64>
  %acos = chlo.acos %x : tensor<4xf64> -> tensor<4xf64>
  %acos_expected = stablehlo.constant dense<[0.0, 1.0471975511965979, 3.1415926535897931, 0x7FF8000000000000]> : tensor<4xf64>
  check.expect_almost_eq %acos, %acos_expected {tolerance = 1.0e-15 : f64} : tensor<4xf64>, tensor<4xf64>
  %asin = chlo.asin %x : tensor<4xf64> -> tensor<4xf64>
  %asin_expected = stablehlo.constant dense<[1.5707963267948966, 0.52359877559829893, -1.5707963267948966, 0x7FF8000000000000]> : tensor<4xf64>
  check.expect_almost_eq %asin, %asin_expected {tolerance = 1.0e-15 : f64} : tensor<4xf64>, tensor<4xf64>
  %y = stablehlo.constant dense<[1.0, 0xFFF0000000000000]> : tensor<2xf64>
  %atan = chlo.atan %y : tensor<2xf64> -> tensor<2xf64>
  check.expect_almost_eq_const %atan, dense<[0.78539816339744828, -1.5707963267948966]> : tensor<2xf64> {tolerance = 1.0e-15 : f64}
  return
}

// -----

// On the cut right of 1 an imaginary part of 0 lies above.
func.func @inverse_trigonometric_complex() {
  %x = stablehlo.constant dense<[(2.0, 0.0), (0.0, 1.0)]> : tensor<2xcomplex<f64>>
  %acos = chlo.acos %x : tensor<2xcomplex<f64>> -> tensor<2xcomplex<f64>>
  check.expect_almost_eq_const %acos, dense<[(0.0, -1.3169578969248167), (1.5707963267948966, -0.88137358701954305)]> : tensor<2xcomplex<f64>> {tolerance = 1.0e-15 : f64}
  %asin = chlo.asin %x : tensor<2xcomplex<f64>> -> tensor<2xcomplex<f64>>
  check.expect_almost_eq_const %asin, dense<[(1.5707963267948966, 1.3169578969248167), (0.0, 0.88137358701954305)]> : tensor<2xcomplex<f64>> {tolerance = 1.0e-15 : f64}
  %atan = chlo.atan %x : tensor<2xcomplex<f64>> -> tensor<2xcomplex<f64>>
  %re = stablehlo.real %atan : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  %first = stablehlo.slice %re [0:1] : (tensor<2xf64>) -> tensor<1xf64>
  check.expect_almost_eq_const %first, dense<1.1071487177940904> : tensor<1xf64> {tolerance = 1.0e-15 : f64}
  return
}

// -----

// sqrt(a^2 - x^2) and log(a + sqrt(a^2 - 1)), a half of |z + 1| + |z - 1|.
func.func @asin_acos_kernel() {
  %x = stablehlo.constant dense<[(0.0, 0.75), (1.25, 0.0)]> : tensor<2xcomplex<f32>>
  %r = chlo._asin_acos_kernel %x : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  check.expect_almost_eq_const %r, dense<[(1.25, 0.693147182), (0.0, 0.693147182)]> : tensor<2xcomplex<f32>> {tolerance = 1.0e-6 : f64}
  return
}
