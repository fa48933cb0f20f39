// paddock: example
// The four layers of pipeline.mlir, one after the other in one process.
func.func @main(%batches: tensor<4x2x2xf32>, %weights: tensor<4x2x2xf32>) -> tensor<4x2x2xf32> {
  // %batches: [[[1.0, 2.0], [-1.0, 0.5]], [[0.5, -0.5], [2.0, 1.0]],
  //            [[-2.0, 1.0], [1.5, 1.5]], [[0.0, 1.0], [1.0, 0.0]]]
  // %weights: [[[1.0, 0.5], [0.5, -1.0]], [[0.5, 1.0], [1.0, 0.5]],
  //            [[1.0, -0.5], [0.25, 1.0]], [[2.0, 0.0], [-0.5, 1.0]]]
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %layers = stablehlo.constant dense<4> : tensor<i32>
  %below = stablehlo.constant dense<0.0> : tensor<4x2x2xf32>
  %end, %result = stablehlo.while(%layer = %zero, %x = %batches) : tensor<i32>, tensor<4x2x2xf32>
  cond {
    %more = stablehlo.compare LT, %layer, %layers : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %slice = stablehlo.dynamic_slice %weights, %layer, %zero, %zero, sizes = [1, 2, 2]
      : (tensor<4x2x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x2xf32>
    %own = stablehlo.reshape %slice : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
    %product = stablehlo.dot_general %x, %own, contracting_dims = [2] x [0]
      : (tensor<4x2x2xf32>, tensor<2x2xf32>) -> tensor<4x2x2xf32>
    %done = stablehlo.maximum %product, %below : tensor<4x2x2xf32>
    %layer.next = stablehlo.add %layer, %one : tensor<i32>
    stablehlo.return %layer.next, %done : tensor<i32>, tensor<4x2x2xf32>
  }
  return %result : tensor<4x2x2xf32>
}
