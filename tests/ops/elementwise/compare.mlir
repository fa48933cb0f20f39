// NaN is unequal to everything, itself included; zeros of both signs are equal.
func.func @compare_float() {
  %x = stablehlo.constant dense<[1.0, 0x7FC00000, 0.0]> : tensor<3xf32>
  %y = stablehlo.constant dense<[2.0, 0x7FC00000, -0.0]> : tensor<3xf32>
  %eq = stablehlo.compare EQ, %x, %y, FLOAT : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  %ne = stablehlo.compare NE, %x, %y, FLOAT : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  %lt = stablehlo.compare LT, %x, %y, FLOAT : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  %ge = stablehlo.compare GE, %x, %y, FLOAT : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  check.expect_eq_const %eq, dense<[false, false, true]> : tensor<3xi1>
  check.expect_eq_const %ne, dense<[true, true, false]> : tensor<3xi1>
  check.expect_eq_const %lt, dense<[true, false, false]> : tensor<3xi1>
  check.expect_eq_const %ge, dense<[false, false, true]> : tensor<3xi1>
  return
}

// -----

// The total order puts -NaN first, NaN last and -0 before +0.
func.func @compare_total_order() {
  %x = stablehlo.constant dense<[0xFFC00000, -0.0, 0x7F800000]> : tensor<3xf32>
  %y = stablehlo.constant dense<[0xFF800000, 0.0, 0x7FC00000]> : tensor<3xf32>
  %lt = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  check.expect_eq_const %lt, dense<true> : tensor<3xi1>
  return
}

// -----

// The element type alone decides the sign.
func.func @compare_unsigned() {
  %x = stablehlo.constant dense<[200, 1]> : tensor<2xui8>
  %y = stablehlo.constant dense<[100, 2]> : tensor<2xui8>
  %gt = stablehlo.compare GT, %x, %y : (tensor<2xui8>, tensor<2xui8>) -> tensor<2xi1>
  check.expect_eq_const %gt, dense<[true, false]> : tensor<2xi1>
  return
}
