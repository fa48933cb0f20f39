// paddock: example
// The experts of expert-routing.mlir in one process, which applies each to every token and keeps
// the result of the one that the router chose.
func.func @main(%tokens: tensor<16x2xf32>, %router: tensor<2x4xf32>, %experts: tensor<4x2x2xf32>) -> tensor<16x2xf32> {
  // %tokens: [[1.0, 0.25], [0.5, 2.0], [-1.0, 0.5], [1.5, -0.25],
  //           [0.25, -2.0], [-2.0, -0.5], [-0.25, 1.0], [2.0, 0.5],
  //           [-0.5, -1.0], [0.75, 0.25], [0.5, -1.5], [0.25, 0.75],
  //           [-1.5, 0.25], [0.25, 1.5], [-1.0, -0.25], [0.5, 1.0]]
  // %router: [[1.0, 0.0, -1.0, 0.0], [0.0, 1.0, 0.0, -1.0]]
  // %experts: [[[2.0, 0.0], [0.0, 2.0]], [[0.0, 1.0], [1.0, 0.0]],
  //            [[1.0, 1.0], [-1.0, 1.0]], [[-0.5, 0.0], [0.25, -1.0]]]
  %scores = stablehlo.dot_general %tokens, %router, contracting_dims = [1] x [0]
    : (tensor<16x2xf32>, tensor<2x4xf32>) -> tensor<16x4xf32>
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %best = stablehlo.reduce(%scores init: %lowest) applies stablehlo.maximum across dimensions = [1]
    : (tensor<16x4xf32>, tensor<f32>) -> tensor<16xf32>
  %bests = stablehlo.broadcast_in_dim %best, dims = [0] : (tensor<16xf32>) -> tensor<16x4xf32>
  %is.chosen = stablehlo.compare EQ, %scores, %bests : (tensor<16x4xf32>, tensor<16x4xf32>) -> tensor<16x4xi1>
  %chosen = stablehlo.convert %is.chosen : (tensor<16x4xi1>) -> tensor<16x4xf32>
  %answers = stablehlo.dot_general %tokens, %experts, contracting_dims = [1] x [1]
    : (tensor<16x2xf32>, tensor<4x2x2xf32>) -> tensor<16x4x2xf32>
  %result = stablehlo.dot_general %chosen, %answers, batching_dims = [0] x [0], contracting_dims = [1] x [1]
    : (tensor<16x4xf32>, tensor<16x4x2xf32>) -> tensor<16x2xf32>
  return %result : tensor<16x2xf32>
}
