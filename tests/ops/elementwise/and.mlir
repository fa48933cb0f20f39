func.func @and_bits() {
  %x = stablehlo.constant dense<[12, -1, 0]> : tensor<3xi32>
  %y = stablehlo.constant dense<[10, 7, 5]> : tensor<3xi32>
  %r = stablehlo.and %x, %y : tensor<3xi32>
  check.expect_eq_const %r, dense<[8, 7, 0]> : tensor<3xi32>
  return
}

// -----

func.func @and_boolean() {
  %x = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  %y = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
  %r = stablehlo.and %x, %y : tensor<4xi1>
  check.expect_eq_const %r, dense<[false, false, false, true]> : tensor<4xi1>
  return
}
