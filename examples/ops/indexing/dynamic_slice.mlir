// The start is a value; a slice that exceeds the operand is moved inside.
// %operand: [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
// %row: 1
// %column: 5
%result = stablehlo.dynamic_slice %operand, %row, %column, sizes = [2, 2] : (tensor<3x3xi32>, tensor<i64>, tensor<i64>) -> tensor<2x2xi32>
// %result: [[5, 6], [8, 9]]
