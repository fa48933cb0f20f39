func.func @shift_right_arithmetic_amounts() {
  %x = stablehlo.constant dense<[-8, -8, 100, -8]> : tensor<4xi8>
  %n = stablehlo.constant dense<[1, 9, 9, -1]> : tensor<4xi8>
  %r = stablehlo.shift_right_arithmetic %x, %n : tensor<4xi8>
  check.expect_eq_const %r, dense<[-4, -1, 0, -1]> : tensor<4xi8>
  return
}
