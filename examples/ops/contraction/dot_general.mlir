// The operation lists the dimensions that are paired (batching) and those that are summed over (contracting).
// %lhs: [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]
// %rhs: [[[1, 0], [0, 1]], [[0, 1], [1, 0]]]
%result = stablehlo.dot_general %lhs, %rhs, batching_dims = [0] x [0], contracting_dims = [2] x [1]
  : (tensor<2x2x2xi32>, tensor<2x2x2xi32>) -> tensor<2x2x2xi32>
// %result: [[[1, 2], [3, 4]], [[6, 5], [8, 7]]]
