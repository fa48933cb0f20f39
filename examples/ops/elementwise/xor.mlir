// %lhs: [6, 255, 5]
// %rhs: [3, 15, 5]
%result = stablehlo.xor %lhs, %rhs : tensor<3xi32>
// %result: [5, 240, 0]
