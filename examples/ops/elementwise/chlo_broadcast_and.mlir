// %lhs: [[true], [false]]
// %rhs: [true, false, true]
%result = chlo.broadcast_and %lhs, %rhs : (tensor<2x1xi1>, tensor<3xi1>) -> tensor<2x3xi1>
// %result: [[true, false, true], [false, false, false]]
