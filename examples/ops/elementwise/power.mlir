// %lhs: [2.0, 9.0, -2.0, 0.0]
// %rhs: [10.0, 0.5, 3.0, 0.0]
%result = stablehlo.power %lhs, %rhs : tensor<4xf32>
// %result: [1024.0, 3.0, -8.0, 1.0]
