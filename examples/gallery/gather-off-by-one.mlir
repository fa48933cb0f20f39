// The row after each of rows 0 to 4.
func.func @main() -> tensor<5x2xf32> {
  %table = stablehlo.constant dense<[[0.0, 1.0], [10.0, 11.0], [20.0, 21.0], [30.0, 31.0], [40.0, 41.0]]> : tensor<5x2xf32>
  %indices = stablehlo.constant dense<[[1], [2], [3], [4], [5]]> : tensor<5x1xi64>
  %next = "stablehlo.gather"(%table, %indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 2>, indices_are_sorted = true
  }> : (tensor<5x2xf32>, tensor<5x1xi64>) -> tensor<5x2xf32>
  return %next : tensor<5x2xf32>
}
