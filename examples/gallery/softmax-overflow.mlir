// Softmax over each row, after a shift that changes nothing in exact arithmetic.
func.func @main() -> tensor<3x3xf32> {
  %scores = stablehlo.constant dense<[[1.0, 2.0, 3.0], [88.0, 89.0, 90.0], [10.0, 20.0, 30.0]]> : tensor<3x3xf32>
  %shift = stablehlo.constant dense<0.0> : tensor<3x3xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %shifted = stablehlo.subtract %scores, %shift : tensor<3x3xf32>
  %exp = stablehlo.exponential %shifted : tensor<3x3xf32>
  %sum = stablehlo.reduce(%exp init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x3xf32>, tensor<f32>) -> tensor<3xf32>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<3xf32>) -> tensor<3x3xf32>
  %softmax = stablehlo.divide %exp, %sums : tensor<3x3xf32>
  return %softmax : tensor<3x3xf32>
}
