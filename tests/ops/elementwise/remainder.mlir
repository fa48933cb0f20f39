// The sign is the dividend's; by zero gives the dividend back.
func.func @remainder_integer() {
  %x = stablehlo.constant dense<[7, -7, 5, -128]> : tensor<4xi8>
  %y = stablehlo.constant dense<[3, 3, 0, -1]> : tensor<4xi8>
  %r = stablehlo.remainder %x, %y : tensor<4xi8>
  check.expect_eq_const %r, dense<[1, -1, 5, 0]> : tensor<4xi8>
  return
}

// -----

func.func @remainder_float() {
  %x = stablehlo.constant dense<[5.5, -5.5, 1.0e30, 3.0]> : tensor<4xf32>
  %y = stablehlo.constant dense<[2.0, 2.0, 7.0, 0x7F800000]> : tensor<4xf32>
  %r = stablehlo.remainder %x, %y : tensor<4xf32>
  check.expect_eq_const %r, dense<[1.5, -1.5, 1.0, 3.0]> : tensor<4xf32>
  return
}
