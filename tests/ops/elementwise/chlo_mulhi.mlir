// The upper half of the product, signed and unsigned.
func.func @mulhi_signed() {
  %x = stablehlo.constant dense<[100, -100, -128, 1]> : tensor<4xi8>
  %y = stablehlo.constant dense<[100, 100, -128, -1]> : tensor<4xi8>
  %r = chlo.mulhi %x, %y : tensor<4xi8>, tensor<4xi8> -> tensor<4xi8>
  check.expect_eq_const %r, dense<[39, -40, 64, -1]> : tensor<4xi8>
  return
}

// -----

func.func @mulhi_unsigned() {
  %x = stablehlo.constant dense<[18446744073709551615, 4294967296]> : tensor<2xui64>
  %y = stablehlo.constant dense<[18446744073709551615, 4294967296]> : tensor<2xui64>
  %r = chlo.mulhi %x, %y : tensor<2xui64>, tensor<2xui64> -> tensor<2xui64>
  check.expect_eq_const %r, dense<[18446744073709551614, 1]> : tensor<2xui64>
  return
}

// -----

func.func @mulhi_scalar() {
  %x = stablehlo.constant dense<65536> : tensor<i32>
  %r = chlo.mulhi %x, %x : tensor<i32>, tensor<i32> -> tensor<i32>
  check.expect_eq_const %r, dense<1> : tensor<i32>
  return
}
