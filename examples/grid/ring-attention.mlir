// paddock: example
// num_partitions: 4
//
// Attention over a distributed sequence: of eight tokens each partition has the queries, keys and
// values of two. Keys and values circulate, two tokens at a time; each partition adds their contribution
// to its own queries. A softmax needs the largest score, which is known only at the end: until then
// all sums are relative to the largest score so far, and are rescaled when a larger one arrives.
// ring-attention.alone.mlir has all scores at once.
func.func @main(%q: tensor<2x4xf32>, %k: tensor<2x4xf32>, %v: tensor<2x4xf32>) -> tensor<2x4xf32> {
  // %q@(0, 0): [[1.0, 0.5, -1.0, 0.0], [0.0, 1.0, 0.5, -0.5]]
  // %q@(0, 1): [[-1.0, 2.0, 0.0, 1.0], [0.5, 0.5, 0.5, 0.5]]
  // %q@(0, 2): [[2.0, -1.0, 1.0, 0.0], [0.0, 0.0, 1.0, 1.0]]
  // %q@(0, 3): [[1.5, 1.0, -0.5, -1.0], [-0.5, 0.0, 2.0, 1.0]]
  // %k@(0, 0): [[0.5, 1.0, 0.0, -1.0], [1.0, -1.0, 0.5, 0.0]]
  // %k@(0, 1): [[0.0, 0.5, 1.0, 1.0], [-1.0, 0.0, 0.5, 2.0]]
  // %k@(0, 2): [[1.0, 1.0, -0.5, 0.5], [2.0, 0.0, -1.0, 0.0]]
  // %k@(0, 3): [[-0.5, 1.5, 1.0, 0.0], [0.0, -2.0, 0.0, 1.0]]
  // %v@(0, 0): [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]]
  // %v@(0, 1): [[0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]]
  // %v@(0, 2): [[2.0, 0.0, 0.0, -1.0], [0.0, 2.0, -1.0, 0.0]]
  // %v@(0, 3): [[0.0, -1.0, 2.0, 0.0], [-1.0, 0.0, 0.0, 2.0]]
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %partitions = stablehlo.constant dense<4> : tensor<i32>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %half = stablehlo.constant dense<0.5> : tensor<2x2xf32>
  %max.before = stablehlo.constant dense<0xFF800000> : tensor<2xf32>
  %total.before = stablehlo.constant dense<0.0> : tensor<2xf32>
  %sum.before = stablehlo.constant dense<0.0> : tensor<2x4xf32>

  %end, %k.back, %v.back, %max, %total, %sum = stablehlo.while(
      %turn = %zero, %keys = %k, %values = %v, %largest = %max.before, %weight = %total.before, %mix = %sum.before)
      : tensor<i32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x4xf32>
  cond {
    %more = stablehlo.compare LT, %turn, %partitions : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    // The scores of the partition's queries with the current keys, divided by the root of their size 4.
    %products = stablehlo.dot_general %q, %keys, contracting_dims = [1] x [1]
      : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x2xf32>
    %scores = stablehlo.multiply %products, %half : tensor<2x2xf32>

    // The largest score so far, and the factor that rescales the earlier sums.
    %own.largest = stablehlo.reduce(%scores init: %lowest) applies stablehlo.maximum across dimensions = [1]
      : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
    %largest.next = stablehlo.maximum %largest, %own.largest : tensor<2xf32>
    %rise = stablehlo.subtract %largest, %largest.next : tensor<2xf32>
    %shrink = stablehlo.exponential %rise : tensor<2xf32>

    // The weights of the current values.
    %level = stablehlo.broadcast_in_dim %largest.next, dims = [0] : (tensor<2xf32>) -> tensor<2x2xf32>
    %relative = stablehlo.subtract %scores, %level : tensor<2x2xf32>
    %weights = stablehlo.exponential %relative : tensor<2x2xf32>
    %own.weight = stablehlo.reduce(%weights init: %none) applies stablehlo.add across dimensions = [1]
      : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
    %own.mix = stablehlo.dot_general %weights, %values, contracting_dims = [1] x [0]
      : (tensor<2x2xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>

    %weight.shrunk = stablehlo.multiply %weight, %shrink : tensor<2xf32>
    %weight.next = stablehlo.add %weight.shrunk, %own.weight : tensor<2xf32>
    %shrinks = stablehlo.broadcast_in_dim %shrink, dims = [0] : (tensor<2xf32>) -> tensor<2x4xf32>
    %mix.shrunk = stablehlo.multiply %mix, %shrinks : tensor<2x4xf32>
    %mix.next = stablehlo.add %mix.shrunk, %own.mix : tensor<2x4xf32>

    // Keys and values go to the next partition; after four steps they are back.
    %keys.next = "stablehlo.collective_permute"(%keys) <{
      source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>
    }> : (tensor<2x4xf32>) -> tensor<2x4xf32>
    %values.next = "stablehlo.collective_permute"(%values) <{
      source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>
    }> : (tensor<2x4xf32>) -> tensor<2x4xf32>
    %turn.next = stablehlo.add %turn, %one : tensor<i32>
    stablehlo.return %turn.next, %keys.next, %values.next, %largest.next, %weight.next, %mix.next
      : tensor<i32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x4xf32>
  }
  %totals = stablehlo.broadcast_in_dim %total, dims = [0] : (tensor<2xf32>) -> tensor<2x4xf32>
  %attention = stablehlo.divide %sum, %totals : tensor<2x4xf32>
  return %attention : tensor<2x4xf32>
}
