// Copies of the sign bit enter.
// %lhs: [-8, 8, -1]
// %rhs: [1, 2, 30]
%result = stablehlo.shift_right_arithmetic %lhs, %rhs : tensor<3xi8>
// %result: [-4, 2, -1]
