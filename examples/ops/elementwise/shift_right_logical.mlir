// Zeros enter.
// %lhs: [-8, 8, -1]
// %rhs: [1, 2, 7]
%result = stablehlo.shift_right_logical %lhs, %rhs : tensor<3xi8>
// %result: [124, 2, 1]
