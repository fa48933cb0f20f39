// Compares each number of a column with each of a row.
// %lhs: [[1], [2], [3]]
// %rhs: [1, 2, 3]
%result = chlo.broadcast_compare %lhs, %rhs {comparison_direction = #chlo<comparison_direction LE>} : (tensor<3x1xi32>, tensor<3xi32>) -> tensor<3x3xi1>
// %result: [[true, true, true], [false, true, true], [false, false, true]]
