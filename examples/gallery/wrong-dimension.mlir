// The share of each cell in its row.
func.func @main() -> (tensor<3x3xf32>, tensor<3xf32>) {
  %votes = stablehlo.constant dense<[[10.0, 30.0, 60.0], [10.0, 10.0, 20.0], [20.0, 40.0, 20.0]]> : tensor<3x3xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sums = stablehlo.reduce(%votes init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3x3xf32>, tensor<f32>) -> tensor<3xf32>
  %each = stablehlo.broadcast_in_dim %sums, dims = [1] : (tensor<3xf32>) -> tensor<3x3xf32>
  %shares = stablehlo.divide %votes, %each : tensor<3x3xf32>
  %row.sums = stablehlo.reduce(%shares init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x3xf32>, tensor<f32>) -> tensor<3xf32>
  return %shares, %row.sums : tensor<3x3xf32>, tensor<3xf32>
}
