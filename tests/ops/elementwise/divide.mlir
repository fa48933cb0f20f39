// Integers round towards zero; by zero gives all ones; the least by -1 wraps.
func.func @divide_integer() {
  %x = stablehlo.constant dense<[7, -7, 5, -2147483648]> : tensor<4xi32>
  %y = stablehlo.constant dense<[2, 2, 0, -1]> : tensor<4xi32>
  %r = stablehlo.divide %x, %y : tensor<4xi32>
  check.expect_eq_const %r, dense<[3, -3, -1, -2147483648]> : tensor<4xi32>
  return
}

// -----

func.func @divide_unsigned() {
  %x = stablehlo.constant dense<[200, 7]> : tensor<2xui8>
  %y = stablehlo.constant dense<[3, 0]> : tensor<2xui8>
  %r = stablehlo.divide %x, %y : tensor<2xui8>
  check.expect_eq_const %r, dense<[66, 255]> : tensor<2xui8>
  return
}

// -----

func.func @divide_float() {
  %x = stablehlo.constant dense<[1.0, -1.0, 0.0]> : tensor<3xf32>
  %y = stablehlo.constant dense<[0.0, 0.0, 0.0]> : tensor<3xf32>
  %r = stablehlo.divide %x, %y : tensor<3xf32>
  %expected = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<3xf32>
  check.expect_almost_eq %r, %expected : tensor<3xf32>, tensor<3xf32>
  return
}
