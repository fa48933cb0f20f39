// %lhs: [[1], [5]]
// %rhs: [0, 3, 9]
%result = chlo.broadcast_maximum %lhs, %rhs : (tensor<2x1xi32>, tensor<3xi32>) -> tensor<2x3xi32>
// %result: [[1, 3, 9], [5, 5, 9]]
