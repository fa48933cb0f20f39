// Windows of a size that is a value; starts are clamped so that they fit.
func.func @dynamic_gather_windows() {
  %x = stablehlo.constant dense<[10, 11, 12, 13, 14]> : tensor<5xi32>
  %starts = stablehlo.constant dense<[[1], [4]]> : tensor<2x1xi64>
  %sizes = stablehlo.constant dense<[3]> : tensor<1xi64>
  %y = "stablehlo.dynamic_gather"(%x, %starts, %sizes) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>
  }> : (tensor<5xi32>, tensor<2x1xi64>, tensor<1xi64>) -> tensor<2x?xi32>
  %r = stablehlo.convert %y : (tensor<2x?xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %r, dense<[[11, 12, 13], [12, 13, 14]]> : tensor<2x3xi32>
  return
}
