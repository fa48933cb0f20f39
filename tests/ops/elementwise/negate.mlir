func.func @negate_least_integer() {
  %x = stablehlo.constant dense<[-32768, 5, 0]> : tensor<3xi16>
  %r = stablehlo.negate %x : tensor<3xi16>
  check.expect_eq_const %r, dense<[-32768, -5, 0]> : tensor<3xi16>
  return
}

// -----

// Of unsigned numbers, modulo their range.
func.func @negate_unsigned() {
  %x = stablehlo.constant dense<[1, 0]> : tensor<2xui8>
  %r = stablehlo.negate %x : tensor<2xui8>
  check.expect_eq_const %r, dense<[255, 0]> : tensor<2xui8>
  return
}
