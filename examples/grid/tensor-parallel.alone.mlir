// paddock: example
// The network of tensor-parallel.mlir in one piece.
func.func @main(%x: tensor<4x4xf32>, %first: tensor<4x8xf32>, %second: tensor<8x4xf32>) -> tensor<4x4xf32> {
  // %x: [[1.0, -1.0, 0.5, 2.0], [0.0, 1.5, -0.5, 1.0], [2.0, 0.5, 1.0, -1.5], [-1.0, 1.0, 2.0, 0.5]]
  // %first: [[1.0, 0.5, -1.0, 0.0, 0.5, -0.5, 0.25, 1.0],
  //          [-0.5, 1.0, 0.5, 1.5, 1.0, 0.0, -1.0, -0.5],
  //          [0.0, 0.25, 1.0, -0.5, -1.0, 1.0, 0.5, 2.0],
  //          [0.5, -1.0, 0.25, 1.0, 0.0, 0.5, 1.0, 0.0]]
  // %second: [[1.0, 0.0, -0.5, 0.25], [0.5, -1.0, 0.0, 1.0], [-1.0, 0.5, 1.0, 0.0], [0.25, 1.0, -0.5, 0.5],
  //           [0.0, 1.0, 0.5, -1.0], [2.0, 0.0, -0.25, 0.5], [0.5, -0.5, 1.0, 1.0], [-0.5, 0.25, 0.0, 2.0]]
  %product = stablehlo.dot_general %x, %first, contracting_dims = [1] x [0]
    : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<4x8xf32>
  %hidden = stablehlo.maximum %product, %zero : tensor<4x8xf32>
  %result = stablehlo.dot_general %hidden, %second, contracting_dims = [1] x [0]
    : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  return %result : tensor<4x4xf32>
}
