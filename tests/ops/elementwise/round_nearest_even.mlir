func.func @round_nearest_even_ties() {
  %x = stablehlo.constant dense<[-2.5, 1.5, 0.5, -0.5]> : tensor<4xf64>
  %r = stablehlo.round_nearest_even %x : tensor<4xf64>
  %bits = stablehlo.bitcast_convert %r : (tensor<4xf64>) -> tensor<4xui64>
  check.expect_eq_const %bits, dense<[0xC000000000000000, 0x4000000000000000, 0, 0x8000000000000000]> : tensor<4xui64>
  return
}
