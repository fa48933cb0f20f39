// %operand: [[1, 2, 3], [4, 5, 6]]
%result = stablehlo.transpose %operand, dims = [1, 0] : (tensor<2x3xi32>) -> tensor<3x2xi32>
// %result: [[1, 4], [2, 5], [3, 6]]
