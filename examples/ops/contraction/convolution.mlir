// A 2 by 2 window slides over the picture and is multiplied with it. This one detects edges.
// %picture: [[[[0.0], [0.0], [1.0], [1.0]], [[0.0], [0.0], [1.0], [1.0]], [[0.0], [0.0], [1.0], [1.0]]]]
// %kernel: [[[[-1.0]], [[1.0]]], [[[-1.0]], [[1.0]]]]
%result = stablehlo.convolution(%picture, %kernel)
  dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
  window = {stride = [1, 1], pad = [[0, 0], [0, 0]]}
  {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
  : (tensor<1x3x4x1xf32>, tensor<2x2x1x1xf32>) -> tensor<1x2x3x1xf32>
// %result: [[[[0.0], [2.0], [0.0]], [[0.0], [2.0], [0.0]]]]
