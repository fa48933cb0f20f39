// %lhs: [[2.0], [3.0]]
// %rhs: [1.0, 2.0, 3.0]
%result = chlo.broadcast_power %lhs, %rhs : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x3xf32>
// %result: [[2.0, 4.0, 8.0], [3.0, 9.0, 27.0]]
