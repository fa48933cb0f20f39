// %lhs: [1.0, -1.0]
// %rhs: 1.0
%result = chlo.broadcast_atan2 %lhs, %rhs : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
// %result: [0.78539816, -0.78539816]
