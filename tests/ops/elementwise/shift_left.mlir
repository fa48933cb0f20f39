// An amount is unsigned and not masked: from the width on, everything is shifted out.
func.func @shift_left_amounts() {
  %x = stablehlo.constant dense<[1, 1, 1, -1]> : tensor<4xi8>
  %n = stablehlo.constant dense<[3, 8, -1, 7]> : tensor<4xi8>
  %r = stablehlo.shift_left %x, %n : tensor<4xi8>
  check.expect_eq_const %r, dense<[8, 0, 0, -128]> : tensor<4xi8>
  return
}
