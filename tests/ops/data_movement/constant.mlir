// Hexadecimal bytes, bit patterns, splats and lists are all literals.
func.func @constant_spellings() {
  %blob = stablehlo.constant dense<"0x0000803F00000040"> : tensor<2xf32>
  %list = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  check.expect_eq %blob, %list : tensor<2xf32>, tensor<2xf32>
  %pattern = stablehlo.constant dense<0x3F800000> : tensor<2xf32>
  check.expect_eq_const %pattern, dense<[1.0, 1.0]> : tensor<2xf32>
  return
}
