func.func @not_bits_and_booleans() {
  %x = stablehlo.constant dense<[0, -1, 5]> : tensor<3xi32>
  %r = stablehlo.not %x : tensor<3xi32>
  check.expect_eq_const %r, dense<[-1, 0, -6]> : tensor<3xi32>
  %b = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %s = stablehlo.not %b : tensor<2xi1>
  check.expect_eq_const %s, dense<[false, true]> : tensor<2xi1>
  %n = stablehlo.constant dense<[0, 15]> : tensor<2xui4>
  %t = stablehlo.not %n : tensor<2xui4>
  check.expect_eq_const %t, dense<[15, 0]> : tensor<2xui4>
  return
}
