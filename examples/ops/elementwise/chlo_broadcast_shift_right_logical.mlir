// %lhs: [-1, 64]
// %rhs: 4
%result = chlo.broadcast_shift_right_logical %lhs, %rhs : (tensor<2xi8>, tensor<i8>) -> tensor<2xi8>
// %result: [15, 4]
