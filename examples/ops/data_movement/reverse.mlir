// %operand: [[1, 2, 3], [4, 5, 6]]
%result = stablehlo.reverse %operand, dims = [1] : tensor<2x3xi32>
// %result: [[3, 2, 1], [6, 5, 4]]
