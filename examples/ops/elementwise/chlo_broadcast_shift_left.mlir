// %lhs: 1
// %rhs: [0, 1, 2, 3]
%result = chlo.broadcast_shift_left %lhs, %rhs : (tensor<i32>, tensor<4xi32>) -> tensor<4xi32>
// %result: [1, 2, 4, 8]
