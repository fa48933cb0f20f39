// %lhs: [[0.0], [1.0]]
// %rhs: [1.0, 2.0]
%result = chlo.broadcast_polygamma %lhs, %rhs : (tensor<2x1xf32>, tensor<2xf32>) -> tensor<2x2xf32>
// %result: [[-0.57721566, 0.42278434], [1.64493407, 0.64493407]]
