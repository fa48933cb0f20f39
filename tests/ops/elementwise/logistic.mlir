func.func @logistic_saturates() {
  %x = stablehlo.constant dense<[0.0, 200.0, -200.0]> : tensor<3xf32>
  %r = stablehlo.logistic %x : tensor<3xf32>
  check.expect_eq_const %r, dense<[0.5, 1.0, 0.0]> : tensor<3xf32>
  return
}
