// Has the sign of the dividend.
// %lhs: [17, -17, 17]
// %rhs: [5, 5, -5]
%result = stablehlo.remainder %lhs, %rhs : tensor<3xi32>
// %result: [2, -2, 2]
