// Distances between all pairs of points on a line.
// %lhs: [[0], [3], [5]]
// %rhs: [0, 3, 5]
%result = chlo.broadcast_subtract %lhs, %rhs : (tensor<3x1xi32>, tensor<3xi32>) -> tensor<3x3xi32>
// %result: [[0, -3, -5], [3, 0, -2], [5, 2, 0]]
