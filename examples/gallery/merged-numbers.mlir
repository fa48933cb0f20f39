// Numbers of customers as f32, and who equals whom.
func.func @main() -> tensor<4x4xi1> {
  %ids = stablehlo.constant dense<[16777215, 16777216, 16777217, 16777219]> : tensor<4xi32>
  %float = stablehlo.convert %ids : (tensor<4xi32>) -> tensor<4xf32>
  %rows = stablehlo.broadcast_in_dim %float, dims = [0] : (tensor<4xf32>) -> tensor<4x4xf32>
  %columns = stablehlo.broadcast_in_dim %float, dims = [1] : (tensor<4xf32>) -> tensor<4x4xf32>
  %same = stablehlo.compare EQ, %rows, %columns : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xi1>
  return %same : tensor<4x4xi1>
}
