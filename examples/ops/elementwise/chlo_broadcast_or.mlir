// %lhs: [[true], [false]]
// %rhs: [true, false]
%result = chlo.broadcast_or %lhs, %rhs : (tensor<2x1xi1>, tensor<2xi1>) -> tensor<2x2xi1>
// %result: [[true, true], [true, false]]
