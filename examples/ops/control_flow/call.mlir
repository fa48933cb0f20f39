func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // %x: [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
  %once = func.call @twice(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %again = func.call @twice(%once) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %again, dense<[[4.0, 8.0, 12.0], [16.0, 20.0, 24.0]]> : tensor<2x3xf32>
  return %again : tensor<2x3xf32>
}
func.func private @twice(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %y = stablehlo.add %x, %x : tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}
