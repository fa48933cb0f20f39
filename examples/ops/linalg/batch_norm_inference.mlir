// %operand: [[1.0, 10.0], [3.0, 30.0]]
// %scale: [1.0, 2.0]
// %offset: [0.0, 5.0]
// %mean: [2.0, 20.0]
// %variance: [1.0, 100.0]
%result = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) <{epsilon = 0.0 : f32, feature_index = 1 : i64}>
  : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
// %result: [[-1.0, 3.0], [1.0, 7.0]]
