// Negative numbers have a real cube root; exact cubes give exact roots.
func.func @cbrt_exact() {
  %x = stablehlo.constant dense<[-27.0, 8.0, 0.0, 1.0e-30]> : tensor<4xf64>
  %r = stablehlo.cbrt %x : tensor<4xf64>
  check.expect_close %r, %r, max_ulp_difference = 0, min_ulp_difference = 0 : tensor<4xf64>, tensor<4xf64>
  check.expect_almost_eq_const %r, dense<[-3.0, 2.0, 0.0, 1.0e-10]> : tensor<4xf64> {tolerance = 1.0e-15 : f64}
  return
}
