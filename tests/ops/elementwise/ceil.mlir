// What rounds to zero from below is minus zero.
func.func @ceil_float() {
  %x = stablehlo.constant dense<[-0.5, 0.2, 2.0, -2.7]> : tensor<4xf32>
  %r = stablehlo.ceil %x : tensor<4xf32>
  %bits = stablehlo.bitcast_convert %r : (tensor<4xf32>) -> tensor<4xui32>
  check.expect_eq_const %bits, dense<[0x80000000, 0x3F800000, 0x40000000, 0xC0000000]> : tensor<4xui32>
  return
}
