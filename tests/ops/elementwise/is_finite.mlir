func.func @is_finite_float() {
  %x = stablehlo.constant dense<[1.0, 0x7C00, 0x7E00, 0x0001]> : tensor<4xf16>
  %r = stablehlo.is_finite %x : (tensor<4xf16>) -> tensor<4xi1>
  check.expect_eq_const %r, dense<[true, false, false, true]> : tensor<4xi1>
  return
}
