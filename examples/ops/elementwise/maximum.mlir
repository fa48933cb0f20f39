// %lhs: [1.0, -2.0, nan]
// %rhs: [0.5, 3.0, 1.0]
%result = stablehlo.maximum %lhs, %rhs : tensor<3xf32>
// %result: [1.0, 3.0, nan]
