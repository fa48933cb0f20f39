// %lhs: [6, 0, 8]
// %rhs: [3, 16, 7]
%result = stablehlo.or %lhs, %rhs : tensor<3xi32>
// %result: [7, 16, 15]
