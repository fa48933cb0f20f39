func.func @tanh_saturates() {
  %x = stablehlo.constant dense<[0.0, 30.0, -30.0, 1.0e-10]> : tensor<4xf32>
  %r = stablehlo.tanh %x : tensor<4xf32>
  check.expect_eq_const %r, dense<[0.0, 1.0, -1.0, 1.0e-10]> : tensor<4xf32>
  return
}

// -----

// Zeros keep their signs; a finite number whose imaginary part is no number has no limit, 0 stays 0.
func.func @tanh_complex() {
  %x = stablehlo.constant dense<[(-0.0, 1.0), (2.0, -0.0), (1.0e30, 0x7F800000), (0xFF800000, 0x7F800000), (-0.0, 0x7F800000)]> : tensor<5xcomplex<f32>>
  %r = stablehlo.tanh %x : tensor<5xcomplex<f32>>
  %expected = stablehlo.constant dense<[(-0.0, 1.55740774), (0.964027583, -0.0), (0x7FC00000, 0x7FC00000), (-1.0, 0.0), (-0.0, 0x7FC00000)]> : tensor<5xcomplex<f32>>
  check.expect_close %r, %expected, max_ulp_difference = 0 : tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>
  %re = stablehlo.real %r : (tensor<5xcomplex<f32>>) -> tensor<5xf32>
  %one = stablehlo.constant dense<1.0> : tensor<5xf32>
  %inverse = stablehlo.divide %one, %re : tensor<5xf32>
  %inverse_expected = stablehlo.constant dense<[0xFF800000, 1.03731477, 0x7FC00000, -1.0, 0xFF800000]> : tensor<5xf32>
  check.expect_close %inverse, %inverse_expected, max_ulp_difference = 1 : tensor<5xf32>, tensor<5xf32>
  return
}
