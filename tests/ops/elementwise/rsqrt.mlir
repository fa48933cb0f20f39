func.func @rsqrt_special() {
  %x = stablehlo.constant dense<[4.0, -0.0, 0.0, 0x7F800000]> : tensor<4xf32>
  %r = stablehlo.rsqrt %x : tensor<4xf32>
  %expected = stablehlo.constant dense<[0.5, 0xFF800000, 0x7F800000, 0.0]> : tensor<4xf32>
  check.expect_eq %r, %expected : tensor<4xf32>, tensor<4xf32>
  return
}
