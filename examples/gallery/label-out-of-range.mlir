// A row of four classes for each label: 1 where the class is the label.
func.func @main() -> tensor<4x4xf32> {
  %labels = stablehlo.constant dense<[0, 3, 4, 2]> : tensor<4xi32>
  %label = stablehlo.broadcast_in_dim %labels, dims = [0] : (tensor<4xi32>) -> tensor<4x4xi32>
  %class = stablehlo.iota dim = 1 : tensor<4x4xi32>
  %is = stablehlo.compare EQ, %label, %class : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
  %rows = stablehlo.convert %is : (tensor<4x4xi1>) -> tensor<4x4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %ones = stablehlo.reduce(%rows init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %rows : tensor<4x4xf32>
}
