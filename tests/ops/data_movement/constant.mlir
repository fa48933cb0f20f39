// Hexadecimal bytes, bit patterns, splats and lists are all literals.
func.func @constant_spellings() {
  %blob = stablehlo.constant dense<"0x0000803F00000040"> : tensor<2xf32>
  %list = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  check.expect_eq %blob, %list : tensor<2xf32>, tensor<2xf32>
  %pattern = stablehlo.constant dense<0x3F800000> : tensor<2xf32>
  check.expect_eq_const %pattern, dense<[1.0, 1.0]> : tensor<2xf32>
  return
}

// -----

// Elements that stand at the end of the text, behind their alignment; a boolean is a byte.
func.func @constant_resource() {
  %x = stablehlo.constant dense_resource<torch_tensor_2_torch.float32> : tensor<2xf32>
  check.expect_eq_const %x, dense<[1.0, -2.0]> : tensor<2xf32>
  %b = stablehlo.constant dense_resource<"a mask"> : tensor<3xi1>
  check.expect_eq_const %b, dense<[true, false, true]> : tensor<3xi1>
  %i = arith.constant dense_resource<one> : tensor<1x1xi16>
  check.expect_eq_const %i, dense<258> : tensor<1x1xi16>
  return
}

{-#
  dialect_resources: {
    builtin: {
      torch_tensor_2_torch.float32: "0x040000000000803F000000C0",
      "a mask": "0x01000000010001",
      one: "0x020000000201"
    }
  }
#-}
