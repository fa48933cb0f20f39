// paddock: example
// num_partitions: 4
//
// A pipeline of four stages, one layer on each partition. Four batches pass through it one after the
// other: in tick t stage s processes batch t - s, so that after three ticks all stages are busy. At the
// end of a tick a collective_permute sends every batch to the next stage. The last stage keeps the
// results; the other stages return zeros. pipeline.alone.mlir applies the four layers in one process.
func.func @main(%batches: tensor<4x2x2xf32>, %weights: tensor<2x2xf32>) -> tensor<4x2x2xf32> {
  // %batches: [[[1.0, 2.0], [-1.0, 0.5]], [[0.5, -0.5], [2.0, 1.0]],
  //            [[-2.0, 1.0], [1.5, 1.5]], [[0.0, 1.0], [1.0, 0.0]]]
  // %weights@(0, 0): [[1.0, 0.5], [0.5, -1.0]]
  // %weights@(0, 1): [[0.5, 1.0], [1.0, 0.5]]
  // %weights@(0, 2): [[1.0, -0.5], [0.25, 1.0]]
  // %weights@(0, 3): [[2.0, 0.0], [-0.5, 1.0]]
  %stage = stablehlo.partition_id : tensor<ui32>
  %first = stablehlo.constant dense<0> : tensor<ui32>
  %last = stablehlo.constant dense<3> : tensor<ui32>
  %is.first = stablehlo.compare EQ, %stage, %first : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %is.last = stablehlo.compare EQ, %stage, %last : (tensor<ui32>, tensor<ui32>) -> tensor<i1>

  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %depth = stablehlo.constant dense<3> : tensor<i32>
  %ticks = stablehlo.constant dense<7> : tensor<i32>
  %nothing = stablehlo.constant dense<0.0> : tensor<1x2x2xf32>
  %empty = stablehlo.constant dense<0.0> : tensor<4x2x2xf32>
  %below = stablehlo.constant dense<0.0> : tensor<1x2x2xf32>
  %end, %left.over, %collected = stablehlo.while(%tick = %zero, %arrived = %nothing, %out = %empty)
      : tensor<i32>, tensor<1x2x2xf32>, tensor<4x2x2xf32>
  cond {
    %more = stablehlo.compare LT, %tick, %ticks : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    // The first stage takes a new batch, the others the result of the previous stage. After the
    // fourth batch the slice is clamped to it; these repeated batches do not reach the end in time.
    %new = stablehlo.dynamic_slice %batches, %tick, %zero, %zero, sizes = [1, 2, 2]
      : (tensor<4x2x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x2xf32>
    %batch = stablehlo.select %is.first, %new, %arrived : tensor<i1>, tensor<1x2x2xf32>

    // The layer of this stage.
    %product = stablehlo.dot_general %batch, %weights, contracting_dims = [2] x [0]
      : (tensor<1x2x2xf32>, tensor<2x2xf32>) -> tensor<1x2x2xf32>
    %done = stablehlo.maximum %product, %below : tensor<1x2x2xf32>

    // In tick 3 the first batch leaves the last stage. In earlier ticks the index is clamped to 0,
    // and tick 3 overwrites it.
    %place = stablehlo.subtract %tick, %depth : tensor<i32>
    %out.next = stablehlo.dynamic_update_slice %out, %done, %place, %zero, %zero
      : (tensor<4x2x2xf32>, tensor<1x2x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x2x2xf32>

    // The first stage receives zeros, which it does not read.
    %sent = "stablehlo.collective_permute"(%done) <{
      source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>
    }> : (tensor<1x2x2xf32>) -> tensor<1x2x2xf32>
    %tick.next = stablehlo.add %tick, %one : tensor<i32>
    stablehlo.return %tick.next, %sent, %out.next : tensor<i32>, tensor<1x2x2xf32>, tensor<4x2x2xf32>
  }
  %result = stablehlo.select %is.last, %collected, %empty : tensor<i1>, tensor<4x2x2xf32>
  return %result : tensor<4x2x2xf32>
}
