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

// -----

// -8 * -8 = 4 * 16 + 0, -8 * 7 = -4 * 16 + 8; -2 * -2 = 1 * 4 + 0.
func.func @mulhi_narrow() {
  %x = stablehlo.constant dense<[-8, -8, 7, -1]> : tensor<4xi4>
  %y = stablehlo.constant dense<[-8, 7, 7, 1]> : tensor<4xi4>
  %r = chlo.mulhi %x, %y : tensor<4xi4>, tensor<4xi4> -> tensor<4xi4>
  check.expect_eq_const %r, dense<[4, -4, 3, -1]> : tensor<4xi4>
  %u = stablehlo.constant dense<[15, 8, 3]> : tensor<3xui4>
  %v = chlo.mulhi %u, %u : tensor<3xui4>, tensor<3xui4> -> tensor<3xui4>
  check.expect_eq_const %v, dense<[14, 4, 0]> : tensor<3xui4>
  %a = stablehlo.constant dense<[-2, -2, 1]> : tensor<3xi2>
  %b = stablehlo.constant dense<[-2, 1, 1]> : tensor<3xi2>
  %c = chlo.mulhi %a, %b : tensor<3xi2>, tensor<3xi2> -> tensor<3xi2>
  check.expect_eq_const %c, dense<[1, -1, 0]> : tensor<3xi2>
  %d = stablehlo.constant dense<[3, 2]> : tensor<2xui2>
  %e = chlo.mulhi %d, %d : tensor<2xui2>, tensor<2xui2> -> tensor<2xui2>
  check.expect_eq_const %e, dense<[2, 1]> : tensor<2xui2>
  return
}
