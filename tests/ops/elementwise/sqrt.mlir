func.func @sqrt_special() {
  %x = stablehlo.constant dense<[2.25, -0.0, -1.0]> : tensor<3xf32>
  %r = stablehlo.sqrt %x : tensor<3xf32>
  %expected = stablehlo.constant dense<[1.5, 0.0, 0x7FC00000]> : tensor<3xf32>
  check.expect_almost_eq %r, %expected : tensor<3xf32>, tensor<3xf32>
  return
}
