// paddock: example
// num_partitions: 4
//
// A mixture of four experts, one on each partition, and four tokens on each. A router selects an expert
// for each token. Tokens are put into boxes, one for each expert, with room for two tokens. An all_to_all
// sends box e of every partition to partition e, the expert processes it, and a second all_to_all returns the
// boxes. A third token for the same expert would not fit, and its result would be zeros.
// expert-routing.alone.mlir applies every expert to every token.
func.func @main(%tokens: tensor<4x2xf32>, %router: tensor<2x4xf32>, %expert: tensor<2x2xf32>) -> tensor<4x2xf32> {
  // %tokens@(0, 0): [[1.0, 0.25], [0.5, 2.0], [-1.0, 0.5], [1.5, -0.25]]
  // %tokens@(0, 1): [[0.25, -2.0], [-2.0, -0.5], [-0.25, 1.0], [2.0, 0.5]]
  // %tokens@(0, 2): [[-0.5, -1.0], [0.75, 0.25], [0.5, -1.5], [0.25, 0.75]]
  // %tokens@(0, 3): [[-1.5, 0.25], [0.25, 1.5], [-1.0, -0.25], [0.5, 1.0]]
  // %router: [[1.0, 0.0, -1.0, 0.0], [0.0, 1.0, 0.0, -1.0]]
  // %expert@(0, 0): [[2.0, 0.0], [0.0, 2.0]]
  // %expert@(0, 1): [[0.0, 1.0], [1.0, 0.0]]
  // %expert@(0, 2): [[1.0, 1.0], [-1.0, 1.0]]
  // %expert@(0, 3): [[-0.5, 0.0], [0.25, -1.0]]

  // The expert of a token is the one with the largest score: 1 there, 0 elsewhere.
  %scores = stablehlo.dot_general %tokens, %router, contracting_dims = [1] x [0]
    : (tensor<4x2xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %best = stablehlo.reduce(%scores init: %lowest) applies stablehlo.maximum across dimensions = [1]
    : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  %bests = stablehlo.broadcast_in_dim %best, dims = [0] : (tensor<4xf32>) -> tensor<4x4xf32>
  %is.chosen = stablehlo.compare EQ, %scores, %bests : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xi1>
  %chosen = stablehlo.convert %is.chosen : (tensor<4x4xi1>) -> tensor<4x4xf32>

  // Its index among the tokens of its expert: the number of earlier tokens with the same expert.
  %row = stablehlo.iota dim = 0 : tensor<4x4xi32>
  %column = stablehlo.iota dim = 1 : tensor<4x4xi32>
  %is.earlier = stablehlo.compare LT, %column, %row : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
  %earlier = stablehlo.convert %is.earlier : (tensor<4x4xi1>) -> tensor<4x4xf32>
  %before = stablehlo.dot_general %earlier, %chosen, contracting_dims = [1] x [0]
    : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>

  // 1 at the position of a token: token x expert x index in the box.
  %place = stablehlo.iota dim = 2 : tensor<4x4x2xf32>
  %place.wanted = stablehlo.broadcast_in_dim %before, dims = [0, 1] : (tensor<4x4xf32>) -> tensor<4x4x2xf32>
  %is.place = stablehlo.compare EQ, %place, %place.wanted : (tensor<4x4x2xf32>, tensor<4x4x2xf32>) -> tensor<4x4x2xi1>
  %at.place = stablehlo.convert %is.place : (tensor<4x4x2xi1>) -> tensor<4x4x2xf32>
  %at.expert = stablehlo.broadcast_in_dim %chosen, dims = [0, 1] : (tensor<4x4xf32>) -> tensor<4x4x2xf32>
  %lies = stablehlo.multiply %at.place, %at.expert : tensor<4x4x2xf32>

  // A box for each expert: expert x place x feature. The boxes are the same in both directions.
  %boxes = stablehlo.dot_general %lies, %tokens, contracting_dims = [0] x [0]
    : (tensor<4x4x2xf32>, tensor<4x2xf32>) -> tensor<4x2x2xf32>
  %arrived = "stablehlo.all_to_all"(%boxes) <{
    split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 4 : i64,
    replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>
  }> : (tensor<4x2x2xf32>) -> tensor<4x2x2xf32>
  %done = stablehlo.dot_general %arrived, %expert, contracting_dims = [2] x [0]
    : (tensor<4x2x2xf32>, tensor<2x2xf32>) -> tensor<4x2x2xf32>
  %returned = "stablehlo.all_to_all"(%done) <{
    split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 4 : i64,
    replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>
  }> : (tensor<4x2x2xf32>) -> tensor<4x2x2xf32>

  // Take every token out of its box.
  %result = stablehlo.dot_general %lies, %returned, contracting_dims = [1, 2] x [0, 1]
    : (tensor<4x4x2xf32>, tensor<4x2x2xf32>) -> tensor<4x2xf32>
  return %result : tensor<4x2xf32>
}
