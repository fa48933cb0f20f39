// %lhs: [7, 8, 9, 10]
// %rhs: 4
%result = chlo.broadcast_remainder %lhs, %rhs : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
// %result: [3, 0, 1, 2]
