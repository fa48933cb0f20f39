// %lhs: -64
// %rhs: [1, 2, 3]
%result = chlo.broadcast_shift_right_arithmetic %lhs, %rhs : (tensor<i32>, tensor<3xi32>) -> tensor<3xi32>
// %result: [-32, -16, -8]
