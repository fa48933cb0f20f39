// A row is added to every row.
// %lhs: [[1, 2, 3], [10, 20, 30]]
// %rhs: [100, 200, 300]
%result = chlo.broadcast_add %lhs, %rhs : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
// %result: [[101, 202, 303], [110, 220, 330]]
