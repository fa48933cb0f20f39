// To half precision: ties go to even, what is too large becomes infinite, what is too small zero.
func.func @reduce_precision_half() {
  %x = stablehlo.constant dense<[1.00048828125, 65520.0, 1.0e-8, -3.0]> : tensor<4xf32>
  %r = stablehlo.reduce_precision %x, format = e5m10 : tensor<4xf32>
  %expected = stablehlo.constant dense<[1.0, 0x7F800000, 0.0, -3.0]> : tensor<4xf32>
  check.expect_eq %r, %expected : tensor<4xf32>, tensor<4xf32>
  return
}
