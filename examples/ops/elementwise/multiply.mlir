// %lhs: [[1, 2], [3, 4]]
// %rhs: [[5, 6], [7, 8]]
%result = stablehlo.multiply %lhs, %rhs : tensor<2x2xi32>
// %result: [[5, 12], [21, 32]]
