// As pad: negative amounts remove elements after interior ones are inserted.
func.func @dynamic_pad_crops_and_fills() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %x_any = stablehlo.convert %x : (tensor<3xi32>) -> tensor<?xi32>
  %v = stablehlo.constant dense<9> : tensor<i32>
  %low = stablehlo.constant dense<[-1]> : tensor<1xi64>
  %high = stablehlo.constant dense<[2]> : tensor<1xi64>
  %interior = stablehlo.constant dense<[1]> : tensor<1xi64>
  %y = stablehlo.dynamic_pad %x_any, %v, %low, %high, %interior
    : (tensor<?xi32>, tensor<i32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xi32>
  %r = stablehlo.convert %y : (tensor<?xi32>) -> tensor<6xi32>
  check.expect_eq_const %r, dense<[9, 2, 9, 3, 9, 9]> : tensor<6xi32>
  return
}
