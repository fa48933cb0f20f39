func.func @shift_right_logical_amounts() {
  %x = stablehlo.constant dense<[-8, -8, 100]> : tensor<3xi8>
  %n = stablehlo.constant dense<[1, 8, 2]> : tensor<3xi8>
  %r = stablehlo.shift_right_logical %x, %n : tensor<3xi8>
  check.expect_eq_const %r, dense<[124, 0, 25]> : tensor<3xi8>
  return
}
