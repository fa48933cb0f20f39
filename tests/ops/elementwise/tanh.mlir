func.func @tanh_saturates() {
  %x = stablehlo.constant dense<[0.0, 30.0, -30.0, 1.0e-10]> : tensor<4xf32>
  %r = stablehlo.tanh %x : tensor<4xf32>
  check.expect_eq_const %r, dense<[0.0, 1.0, -1.0, 1.0e-10]> : tensor<4xf32>
  return
}
