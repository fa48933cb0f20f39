func.func @or_bits() {
  %x = stablehlo.constant dense<[12, -16, 0]> : tensor<3xi64>
  %y = stablehlo.constant dense<[10, 15, 0]> : tensor<3xi64>
  %r = stablehlo.or %x, %y : tensor<3xi64>
  check.expect_eq_const %r, dense<[14, -1, 0]> : tensor<3xi64>
  return
}
