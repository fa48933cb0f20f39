// %lhs: [[2.0, 4.0], [6.0, 8.0]]
// %rhs: 2.0
%result = chlo.broadcast_divide %lhs, %rhs : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
// %result: [[1.0, 2.0], [3.0, 4.0]]
