// Numbers at positions of a ring: the position modulo 5 is the index.
func.func @main() -> tensor<5xi32> {
  %ring = stablehlo.constant dense<[10, 20, 30, 40, 50]> : tensor<5xi32>
  %positions = stablehlo.constant dense<[-1, 0, 4, 5, 6]> : tensor<5xi32>
  %size = stablehlo.constant dense<5> : tensor<5xi32>
  %index = stablehlo.remainder %positions, %size : tensor<5xi32>
  %indices = stablehlo.reshape %index : (tensor<5xi32>) -> tensor<5x1xi32>
  %taken = "stablehlo.gather"(%ring, %indices) <{
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1>
  }> : (tensor<5xi32>, tensor<5x1xi32>) -> tensor<5xi32>
  return %taken : tensor<5xi32>
}
