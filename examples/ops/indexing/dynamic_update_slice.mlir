// %operand: [[1, 1, 1], [1, 1, 1], [1, 1, 1]]
// %update: [[8, 9]]
// %row: 2
// %column: 1
%result = stablehlo.dynamic_update_slice %operand, %update, %row, %column : (tensor<3x3xi32>, tensor<1x2xi32>, tensor<i64>, tensor<i64>) -> tensor<3x3xi32>
// %result: [[1, 1, 1], [1, 1, 1], [1, 8, 9]]
