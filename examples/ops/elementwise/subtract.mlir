// %lhs: [10, 20, 30]
// %rhs: [1, 2, 40]
%result = stablehlo.subtract %lhs, %rhs : tensor<3xi32>
// %result: [9, 18, -10]
