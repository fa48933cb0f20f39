// Digits under a kernel of 1, 10 and 100.
func.func @main() -> tensor<1x9x1xf32> {
  %x = stablehlo.constant dense<[[[1.0], [2.0], [3.0], [4.0], [5.0], [6.0], [7.0], [8.0], [9.0]]]> : tensor<1x9x1xf32>
  %kernel = stablehlo.constant dense<[[[1.0]], [[10.0]], [[100.0]]]> : tensor<3x1x1xf32>
  %result = stablehlo.convolution(%x, %kernel)
    dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
    window = {stride = [1], pad = [[2, 2]], rhs_dilate = [2]}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<1x9x1xf32>, tensor<3x1x1xf32>) -> tensor<1x9x1xf32>
  return %result : tensor<1x9x1xf32>
}
