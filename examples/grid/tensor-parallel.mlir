// paddock: example
// num_partitions: 4
//
// Two layers of a network on four partitions. Each has two of the eight columns of the first layer's
// weights, and the two matching rows of the second layer's. There is no communication between the
// layers. Before them an all_gather joins the rows of %x; after them a reduce_scatter adds the
// four partial results and gives each partition its row. tensor-parallel.alone.mlir has it in one piece.
func.func @main(%x: tensor<1x4xf32>, %first: tensor<4x2xf32>, %second: tensor<2x4xf32>) -> tensor<1x4xf32> {
  // %x@(0, 0): [[1.0, -1.0, 0.5, 2.0]]
  // %x@(0, 1): [[0.0, 1.5, -0.5, 1.0]]
  // %x@(0, 2): [[2.0, 0.5, 1.0, -1.5]]
  // %x@(0, 3): [[-1.0, 1.0, 2.0, 0.5]]
  // %first@(0, 0): [[1.0, 0.5], [-0.5, 1.0], [0.0, 0.25], [0.5, -1.0]]
  // %first@(0, 1): [[-1.0, 0.0], [0.5, 1.5], [1.0, -0.5], [0.25, 1.0]]
  // %first@(0, 2): [[0.5, -0.5], [1.0, 0.0], [-1.0, 1.0], [0.0, 0.5]]
  // %first@(0, 3): [[0.25, 1.0], [-1.0, -0.5], [0.5, 2.0], [1.0, 0.0]]
  // %second@(0, 0): [[1.0, 0.0, -0.5, 0.25], [0.5, -1.0, 0.0, 1.0]]
  // %second@(0, 1): [[-1.0, 0.5, 1.0, 0.0], [0.25, 1.0, -0.5, 0.5]]
  // %second@(0, 2): [[0.0, 1.0, 0.5, -1.0], [2.0, 0.0, -0.25, 0.5]]
  // %second@(0, 3): [[0.5, -0.5, 1.0, 1.0], [-0.5, 0.25, 0.0, 2.0]]

  // A channel and global ids: the group names processes, here the four partitions.
  %rows = "stablehlo.all_gather"(%x) <{
    all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids
  }> : (tensor<1x4xf32>) -> tensor<4x4xf32>

  // Two of the eight hidden features, for all rows.
  %product = stablehlo.dot_general %rows, %first, contracting_dims = [1] x [0]
    : (tensor<4x4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<4x2xf32>
  %hidden = stablehlo.maximum %product, %zero : tensor<4x2xf32>

  // The contribution of these two features; the other six are on other partitions.
  %part = stablehlo.dot_general %hidden, %second, contracting_dims = [1] x [0]
    : (tensor<4x2xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
  %result = "stablehlo.reduce_scatter"(%part) <{
    scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, use_global_device_ids
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<4x4xf32>) -> tensor<1x4xf32>
  return %result : tensor<1x4xf32>
}
