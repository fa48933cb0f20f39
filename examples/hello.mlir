// A small layer applied to two points: multiply by the weights, add the bias, replace negatives by 0.
func.func @main() -> tensor<2x3xf32> {
  %points = stablehlo.constant dense<[[1.0, 2.0], [3.0, -4.0]]> : tensor<2x2xf32>
  %weights = stablehlo.constant dense<[[1.0, 0.0, -1.0], [0.5, 2.0, 1.0]]> : tensor<2x3xf32>
  %bias = stablehlo.constant dense<[0.0, 1.0, 2.0]> : tensor<3xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<2x3xf32>
  %product = stablehlo.dot_general %points, %weights, contracting_dims = [1] x [0]
    : (tensor<2x2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %row = stablehlo.broadcast_in_dim %bias, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %sum = stablehlo.add %product, %row : tensor<2x3xf32>
  %result = stablehlo.maximum %sum, %zero : tensor<2x3xf32>
  check.expect_eq_const %result, dense<[[2.0, 5.0, 3.0], [1.0, 0.0, 0.0]]> : tensor<2x3xf32>
  return %result : tensor<2x3xf32>
}
