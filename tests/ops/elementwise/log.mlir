func.func @log_special() {
  %x = stablehlo.constant dense<[1.0, -0.0, 0x7F800000, -1.0]> : tensor<4xf32>
  %r = stablehlo.log %x : tensor<4xf32>
  %expected = stablehlo.constant dense<[0.0, 0xFF800000, 0x7F800000, 0x7FC00000]> : tensor<4xf32>
  check.expect_almost_eq %r, %expected : tensor<4xf32>, tensor<4xf32>
  return
}
