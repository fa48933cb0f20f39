// The padding is a constant, and known before running.
func.func @dynamic_conv_constant_padding() {
  %lhs = stablehlo.constant dense<[[[1], [2], [3], [4]]]> : tensor<1x4x1xi32>
  %rhs = stablehlo.constant dense<[[[1]], [[10]], [[100]]]> : tensor<3x1x1xi32>
  %padding = stablehlo.constant dense<[[2, -1]]> : tensor<1x2xi64>
  %r = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) {
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  } : (tensor<1x4x1xi32>, tensor<3x1x1xi32>, tensor<1x2xi64>) -> tensor<1x3x1xi32>
  check.expect_eq_const %r, dense<[[[100], [210], [321]]]> : tensor<1x3x1xi32>
  return
}

// -----

// Only a run determines the padding; the result shape determines the number of windows.
func.func @dynamic_conv_computed_padding() {
  %lhs = stablehlo.constant dense<[[[1], [2], [3], [4]]]> : tensor<1x4x1xi32>
  %rhs = stablehlo.constant dense<[[[1]], [[10]], [[100]]]> : tensor<3x1x1xi32>
  %high_low = stablehlo.constant dense<[[-1, 2]]> : tensor<1x2xi32>
  %padding = stablehlo.reverse %high_low, dims = [1] : tensor<1x2xi32>
  %r = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) {
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  } : (tensor<1x4x1xi32>, tensor<3x1x1xi32>, tensor<1x2xi32>) -> tensor<1x3x1xi32>
  check.expect_eq_const %r, dense<[[[100], [210], [321]]]> : tensor<1x3x1xi32>
  return
}
