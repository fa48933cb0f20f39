// The operand's only dimension becomes dimension 0 of the result: a repeated column.
// %operand: [1, 2, 3]
%column = stablehlo.broadcast_in_dim %operand, dims = [0] : (tensor<3xi32>) -> tensor<3x4xi32>
// %column: [[1, 1, 1, 1], [2, 2, 2, 2], [3, 3, 3, 3]]

%row = stablehlo.broadcast_in_dim %operand, dims = [1] : (tensor<3xi32>) -> tensor<2x3xi32>
// %row: [[1, 2, 3], [1, 2, 3]]
