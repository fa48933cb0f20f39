// %lhs: [1, 3, 64, 1]
// %rhs: [3, 1, 1, 8]
%result = stablehlo.shift_left %lhs, %rhs : tensor<4xi8>
// %result: [8, 6, -128, 0]
