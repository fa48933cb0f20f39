// Counted within the type's own width.
func.func @count_leading_zeros_width() {
  %x = stablehlo.constant dense<[0, 1, -1, 64]> : tensor<4xi8>
  %r = stablehlo.count_leading_zeros %x : tensor<4xi8>
  check.expect_eq_const %r, dense<[8, 7, 0, 1]> : tensor<4xi8>
  %y = stablehlo.constant dense<[0, 1]> : tensor<2xui4>
  %s = stablehlo.count_leading_zeros %y : tensor<2xui4>
  check.expect_eq_const %s, dense<[4, 3]> : tensor<2xui4>
  return
}
