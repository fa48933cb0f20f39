// Selects rows by index, as an embedding does.
// %operand: [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
// %start_indices: [[2], [0], [2]]
%result = "stablehlo.gather"(%operand, %start_indices) <{
  dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
  slice_sizes = array<i64: 1, 3>, indices_are_sorted = false
}> : (tensor<3x3xi32>, tensor<3x1xi64>) -> tensor<3x3xi32>
// %result: [[7, 8, 9], [1, 2, 3], [7, 8, 9]]
