// Three updates of four cells: added, and kept.
func.func @main() -> (tensor<4xi32>, tensor<4xi32>) {
  %cells = stablehlo.constant dense<0> : tensor<4xi32>
  %indices = stablehlo.constant dense<[[1], [1], [3]]> : tensor<3x1xi64>
  %updates = stablehlo.constant dense<[10, 7, 5]> : tensor<3xi32>
  %added = "stablehlo.scatter"(%cells, %indices, %updates) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%old: tensor<i32>, %update: tensor<i32>):
    %sum = stablehlo.add %old, %update : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) : (tensor<4xi32>, tensor<3x1xi64>, tensor<3xi32>) -> tensor<4xi32>
  %kept = "stablehlo.scatter"(%cells, %indices, %updates) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%before: tensor<i32>, %new: tensor<i32>):
    stablehlo.return %new : tensor<i32>
  }) : (tensor<4xi32>, tensor<3x1xi64>, tensor<3xi32>) -> tensor<4xi32>
  return %added, %kept : tensor<4xi32>, tensor<4xi32>
}
