// Adds leading dimensions.
// %operand: [1, 2]
%result = stablehlo.broadcast %operand, sizes = [3] : (tensor<2xi32>) -> tensor<3x2xi32>
// %result: [[1, 2], [1, 2], [1, 2]]
