func.func @floor_float() {
  %x = stablehlo.constant dense<[-0.5, 0.2, 2.0, -2.7]> : tensor<4xf16>
  %r = stablehlo.floor %x : tensor<4xf16>
  check.expect_eq_const %r, dense<[-1.0, 0.0, 2.0, -3.0]> : tensor<4xf16>
  return
}
