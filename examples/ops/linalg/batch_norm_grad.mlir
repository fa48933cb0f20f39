// %operand: [[1.0, 2.0], [3.0, 4.0]]
// %scale: [1.0, 1.0]
// %mean: [2.0, 3.0]
// %variance: [1.0, 1.0]
// %grad_output: [[1.0, 1.0], [1.0, 1.0]]
%grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%operand, %scale, %mean, %variance, %grad_output) <{epsilon = 0.0 : f32, feature_index = 1 : i64}>
  : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>)
// %grad_operand: [[0.0, 0.0], [0.0, 0.0]]
// %grad_scale: [0.0, 0.0]
// %grad_offset: [2.0, 2.0]
