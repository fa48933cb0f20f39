// %lhs: [[0], [1]]
// %rhs: [0, 1]
%result = chlo.broadcast_xor %lhs, %rhs : (tensor<2x1xi32>, tensor<2xi32>) -> tensor<2x2xi32>
// %result: [[0, 1], [1, 0]]
