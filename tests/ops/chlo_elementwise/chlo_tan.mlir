func.func @tan_of_a_quarter() {
  %x = stablehlo.constant dense<[0.0, 0.78539816339744830962]> : tensor<2xf64>
  %r = chlo.tan %x : tensor<2xf64> -> tensor<2xf64>
  check.expect_almost_eq_const %r, dense<[0.0, 1.0]> : tensor<2xf64> {tolerance = 1.0e-15 : f64}
  return
}
