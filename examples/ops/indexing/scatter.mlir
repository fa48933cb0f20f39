// Adds updates to rows by index; an index may occur twice.
// %inputs: [[0, 0], [0, 0], [0, 0]]
// %indices: [[2], [0], [2]]
// %updates: [[1, 2], [3, 4], [10, 20]]
%result = "stablehlo.scatter"(%inputs, %indices, %updates) <{
  scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
  indices_are_sorted = false, unique_indices = false
}> ({
^bb0(%old: tensor<i32>, %update: tensor<i32>):
  %sum = stablehlo.add %old, %update : tensor<i32>
  stablehlo.return %sum : tensor<i32>
}) : (tensor<3x2xi32>, tensor<3x1xi64>, tensor<3x2xi32>) -> tensor<3x2xi32>
// %result: [[3, 4], [0, 0], [11, 22]]
