// A convolution whose padding is a value.
// %lhs: [[[1.0], [2.0], [3.0]]]
// %rhs: [[[1.0]], [[1.0]]]
// %padding: [[1, 0]]
%result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
  dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
  feature_group_count = 1 : i64, batch_group_count = 1 : i64
}> : (tensor<1x3x1xf32>, tensor<2x1x1xf32>, tensor<1x2xi64>) -> tensor<1x3x1xf32>
// %result: [[[1.0], [3.0], [5.0]]]
