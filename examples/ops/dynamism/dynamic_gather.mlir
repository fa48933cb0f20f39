// The slice size is a value.
// %operand: [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
// %start_indices: [[2], [0]]
// %slice_sizes: [1, 3]
%result = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{
  dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
  indices_are_sorted = false
}> : (tensor<3x3xi32>, tensor<2x1xi64>, tensor<2xi64>) -> tensor<2x3xi32>
// %result: [[7, 8, 9], [1, 2, 3]]
