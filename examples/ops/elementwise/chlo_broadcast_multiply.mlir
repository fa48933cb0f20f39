// The multiplication table.
// %lhs: [[1], [2], [3]]
// %rhs: [1, 2, 3, 4]
%result = chlo.broadcast_multiply %lhs, %rhs : (tensor<3x1xi32>, tensor<4xi32>) -> tensor<3x4xi32>
// %result: [[1, 2, 3, 4], [2, 4, 6, 8], [3, 6, 9, 12]]
