func.func @minimum_integer() {
  %x = stablehlo.constant dense<[1, -5, 200]> : tensor<3xi16>
  %y = stablehlo.constant dense<[2, -7, 100]> : tensor<3xi16>
  %r = stablehlo.minimum %x, %y : tensor<3xi16>
  check.expect_eq_const %r, dense<[1, -7, 100]> : tensor<3xi16>
  return
}

// -----

// -0 is less than +0.
func.func @minimum_zero() {
  %x = stablehlo.constant dense<[0.0, -0.0]> : tensor<2xf64>
  %y = stablehlo.constant dense<[-0.0, 0.0]> : tensor<2xf64>
  %r = stablehlo.minimum %x, %y : tensor<2xf64>
  %bits = stablehlo.bitcast_convert %r : (tensor<2xf64>) -> tensor<2xui64>
  check.expect_eq_const %bits, dense<0x8000000000000000> : tensor<2xui64>
  return
}
