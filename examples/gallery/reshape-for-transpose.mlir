// A picture with 4 rows and 6 columns, turned into one with 6 rows and 4 columns.
func.func @main() -> (tensor<4x6xf32>, tensor<6x4xf32>) {
  %picture = stablehlo.constant dense<[
    [9.0, 9.0, 9.0, 9.0, 9.0, 9.0],
    [9.0, 0.0, 0.0, 0.0, 0.0, 5.0],
    [9.0, 0.0, 3.0, 3.0, 0.0, 5.0],
    [9.0, 5.0, 5.0, 5.0, 5.0, 5.0]]> : tensor<4x6xf32>
  %turned = stablehlo.reshape %picture : (tensor<4x6xf32>) -> tensor<6x4xf32>
  return %picture, %turned : tensor<4x6xf32>, tensor<6x4xf32>
}
