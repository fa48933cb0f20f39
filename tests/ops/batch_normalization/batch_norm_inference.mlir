// (operand - mean) / sqrt(variance + epsilon) * scale + offset, a feature at a time.
func.func @batch_norm_inference_last_feature() {
  %operand = stablehlo.constant dense<[[1.0, 10.0], [3.0, 30.0]]> : tensor<2x2xf32>
  %scale = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %offset = stablehlo.constant dense<[0.5, -1.0]> : tensor<2xf32>
  %mean = stablehlo.constant dense<[2.0, 20.0]> : tensor<2xf32>
  %variance = stablehlo.constant dense<[3.0, 24.0]> : tensor<2xf32>
  %result = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) {
    epsilon = 1.0 : f32, feature_index = 1 : i64
  } : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %result, dense<[[-0.5, -7.0], [1.5, 5.0]]> : tensor<2x2xf32>
  return
}

// -----

// The feature may be any dimension; each operation rounds to bf16.
func.func @batch_norm_inference_first_feature_bf16() {
  %operand = stablehlo.constant dense<[[1.0, 2.0, 3.0]]> : tensor<1x3xbf16>
  %scale = stablehlo.constant dense<[0.5]> : tensor<1xbf16>
  %offset = stablehlo.constant dense<[1.0]> : tensor<1xbf16>
  %mean = stablehlo.constant dense<[2.0]> : tensor<1xbf16>
  %variance = stablehlo.constant dense<[4.0]> : tensor<1xbf16>
  %result = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) {
    epsilon = 0.0 : f32, feature_index = 0 : i64
  } : (tensor<1x3xbf16>, tensor<1xbf16>, tensor<1xbf16>, tensor<1xbf16>, tensor<1xbf16>) -> tensor<1x3xbf16>
  check.expect_eq_const %result, dense<[[0.75, 1.0, 1.25]]> : tensor<1x3xbf16>
  return
}

// -----

func.func @batch_norm_inference_of_nothing() {
  %operand = stablehlo.constant dense<> : tensor<0x2xf64>
  %feature = stablehlo.constant dense<1.0> : tensor<2xf64>
  %result = "stablehlo.batch_norm_inference"(%operand, %feature, %feature, %feature, %feature) {
    epsilon = 0.0 : f32, feature_index = 1 : i64
  } : (tensor<0x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> tensor<0x2xf64>
  check.expect_eq_const %result, dense<> : tensor<0x2xf64>
  return
}
