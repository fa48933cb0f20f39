func.func @popcnt_width() {
  %x = stablehlo.constant dense<[0, -1, 5]> : tensor<3xi16>
  %r = stablehlo.popcnt %x : tensor<3xi16>
  check.expect_eq_const %r, dense<[0, 16, 2]> : tensor<3xi16>
  %n = stablehlo.constant dense<[-1, 1]> : tensor<2xi2>
  %s = stablehlo.popcnt %n : tensor<2xi2>
  check.expect_eq_const %s, dense<[-2, 1]> : tensor<2xi2>
  return
}
