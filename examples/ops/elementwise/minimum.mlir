// %lhs: [1.0, -2.0, nan]
// %rhs: [0.5, 3.0, 1.0]
%result = stablehlo.minimum %lhs, %rhs : tensor<3xf32>
// %result: [0.5, -2.0, nan]
