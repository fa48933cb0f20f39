func.func @error_function() {
  %x = stablehlo.constant dense<[0.0, 1.0, -1.0, 3.0]> : tensor<4xf64>
  %erf = chlo.erf %x : tensor<4xf64> -> tensor<4xf64>
  check.expect_almost_eq_const %erf, dense<[0.0, 0.84270079294971489, -0.84270079294971489, 0.99997790950300136]> : tensor<4xf64> {tolerance = 1.0e-15 : f64}
  %erfc = chlo.erfc %x : tensor<4xf64> -> tensor<4xf64>
  check.expect_almost_eq_const %erfc, dense<[1.0, 0.15729920705028513, 1.8427007929497148, 2.2090496998585441e-05]> : tensor<4xf64> {tolerance = 1.0e-15 : f64}
  return
}

// -----

// erfc keeps its digits where erf is 1.
func.func @erfc_far_out() {
  %x = stablehlo.constant dense<5.0> : tensor<f32>
  %erfc = chlo.erfc %x : tensor<f32> -> tensor<f32>
  %expected = stablehlo.constant dense<1.53745983e-12> : tensor<f32>
  check.expect_close %erfc, %expected {max_ulp_difference = 1 : ui64} : tensor<f32>, tensor<f32>
  return
}

// -----

func.func @erf_inv_values() {
  %x = stablehlo.constant dense<[0.84270079294971489, 1.0, -1.0, 2.0]> : tensor<4xf64>
  %r = chlo.erf_inv %x : tensor<4xf64> -> tensor<4xf64>
  %expected = stablehlo.constant dense<[1.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<4xf64>
  check.expect_almost_eq %r, %expected {tolerance = 1.0e-15 : f64} : tensor<4xf64>, tensor<4xf64>
  return
}
