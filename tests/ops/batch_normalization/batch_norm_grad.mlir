// A constant gradient changes nothing but the offset.
func.func @batch_norm_grad_constant() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [3.0, 4.0], [1.0, 2.0]]> : tensor<4x2xf64>
  %one = stablehlo.constant dense<1.0> : tensor<2xf64>
  %mean = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf64>
  %g = stablehlo.constant dense<0.25> : tensor<4x2xf64>
  %r:3 = "stablehlo.batch_norm_grad"(%x, %one, %mean, %one, %g) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<4x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<4x2xf64>) -> (tensor<4x2xf64>, tensor<2xf64>, tensor<2xf64>)
  check.expect_eq_const %r#0, dense<0.0> : tensor<4x2xf64>
  check.expect_eq_const %r#1, dense<0.0> : tensor<2xf64>
  check.expect_eq_const %r#2, dense<1.0> : tensor<2xf64>
  return
}

// -----

// One feature of four elements, mean 0, variance 3 + epsilon 1, scale 4:
// i1 = 4 g, i2 = 4, i3 = sum(g x) = 4, i5 = 4 x / 4, result = (4 / 2 / 4) (4 g - 4 - x).
func.func @batch_norm_grad_first_feature() {
  %x = stablehlo.constant dense<[[2.0, -2.0, 2.0, -2.0]]> : tensor<1x4xf32>
  %scale = stablehlo.constant dense<4.0> : tensor<1xf32>
  %mean = stablehlo.constant dense<0.0> : tensor<1xf32>
  %variance = stablehlo.constant dense<3.0> : tensor<1xf32>
  %g = stablehlo.constant dense<[[3.0, 1.0, 0.0, 0.0]]> : tensor<1x4xf32>
  %r:3 = "stablehlo.batch_norm_grad"(%x, %scale, %mean, %variance, %g) <{epsilon = 1.0 : f32, feature_index = 0 : i64}> : (tensor<1x4xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1x4xf32>) -> (tensor<1x4xf32>, tensor<1xf32>, tensor<1xf32>)
  check.expect_eq_const %r#0, dense<[[3.0, 1.0, -3.0, -1.0]]> : tensor<1x4xf32>
  check.expect_eq_const %r#1, dense<2.0> : tensor<1xf32>
  check.expect_eq_const %r#2, dense<4.0> : tensor<1xf32>
  return
}
