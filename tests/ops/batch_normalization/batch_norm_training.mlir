// Mean and variance of each column: 2 and 20, 1 and 100.
func.func @batch_norm_training_last_feature() {
  %x = stablehlo.constant dense<[[1.0, 10.0], [3.0, 30.0]]> : tensor<2x2xf32>
  %scale = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %offset = stablehlo.constant dense<[0.5, -1.0]> : tensor<2xf32>
  %r:3 = "stablehlo.batch_norm_training"(%x, %scale, %offset) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>)
  check.expect_eq_const %r#0, dense<[[-1.5, -4.0], [2.5, 2.0]]> : tensor<2x2xf32>
  check.expect_eq_const %r#1, dense<[2.0, 20.0]> : tensor<2xf32>
  check.expect_eq_const %r#2, dense<[1.0, 100.0]> : tensor<2xf32>
  return
}

// -----

// The feature in the middle; epsilon counts in the output, not in the variance.
func.func @batch_norm_training_middle_feature() {
  %x = stablehlo.constant dense<[[[1.0, 3.0], [0.0, 0.0]], [[5.0, 7.0], [8.0, 8.0]]]> : tensor<2x2x2xf16>
  %one = stablehlo.constant dense<1.0> : tensor<2xf16>
  %zero = stablehlo.constant dense<0.0> : tensor<2xf16>
  %r:3 = "stablehlo.batch_norm_training"(%x, %one, %zero) <{epsilon = 9.0 : f32, feature_index = 1 : i64}> : (tensor<2x2x2xf16>, tensor<2xf16>, tensor<2xf16>) -> (tensor<2x2x2xf16>, tensor<2xf16>, tensor<2xf16>)
  check.expect_eq_const %r#1, dense<4.0> : tensor<2xf16>
  check.expect_eq_const %r#2, dense<[5.0, 16.0]> : tensor<2xf16>
  %s = stablehlo.slice %r#0 [0:2, 1:2, 0:2] : (tensor<2x2x2xf16>) -> tensor<2x1x2xf16>
  check.expect_eq_const %s, dense<[[[-0.8, -0.8]], [[0.8, 0.8]]]> : tensor<2x1x2xf16>
  return
}

// -----

// No feature at all.
func.func @batch_norm_training_of_nothing() {
  %x = stablehlo.constant dense<> : tensor<3x0xf64>
  %none = stablehlo.constant dense<> : tensor<0xf64>
  %r:3 = "stablehlo.batch_norm_training"(%x, %none, %none) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<3x0xf64>, tensor<0xf64>, tensor<0xf64>) -> (tensor<3x0xf64>, tensor<0xf64>, tensor<0xf64>)
  check.expect_eq_const %r#0, dense<> : tensor<3x0xf64>
  check.expect_eq_const %r#1, dense<> : tensor<0xf64>
  return
}
