// paddock: example
// The attention of ring-attention.mlir in one process, which has all scores at once.
func.func @main(%q: tensor<8x4xf32>, %k: tensor<8x4xf32>, %v: tensor<8x4xf32>) -> tensor<8x4xf32> {
  // %q: [[1.0, 0.5, -1.0, 0.0], [0.0, 1.0, 0.5, -0.5], [-1.0, 2.0, 0.0, 1.0], [0.5, 0.5, 0.5, 0.5],
  //      [2.0, -1.0, 1.0, 0.0], [0.0, 0.0, 1.0, 1.0], [1.5, 1.0, -0.5, -1.0], [-0.5, 0.0, 2.0, 1.0]]
  // %k: [[0.5, 1.0, 0.0, -1.0], [1.0, -1.0, 0.5, 0.0], [0.0, 0.5, 1.0, 1.0], [-1.0, 0.0, 0.5, 2.0],
  //      [1.0, 1.0, -0.5, 0.5], [2.0, 0.0, -1.0, 0.0], [-0.5, 1.5, 1.0, 0.0], [0.0, -2.0, 0.0, 1.0]]
  // %v: [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0],
  //      [2.0, 0.0, 0.0, -1.0], [0.0, 2.0, -1.0, 0.0], [0.0, -1.0, 2.0, 0.0], [-1.0, 0.0, 0.0, 2.0]]
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %half = stablehlo.constant dense<0.5> : tensor<8x8xf32>
  %products = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1]
    : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x8xf32>
  %scores = stablehlo.multiply %products, %half : tensor<8x8xf32>
  %largest = stablehlo.reduce(%scores init: %lowest) applies stablehlo.maximum across dimensions = [1]
    : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %level = stablehlo.broadcast_in_dim %largest, dims = [0] : (tensor<8xf32>) -> tensor<8x8xf32>
  %relative = stablehlo.subtract %scores, %level : tensor<8x8xf32>
  %weights = stablehlo.exponential %relative : tensor<8x8xf32>
  %total = stablehlo.reduce(%weights init: %none) applies stablehlo.add across dimensions = [1]
    : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %mix = stablehlo.dot_general %weights, %v, contracting_dims = [1] x [0]
    : (tensor<8x8xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  %totals = stablehlo.broadcast_in_dim %total, dims = [0] : (tensor<8xf32>) -> tensor<8x4xf32>
  %attention = stablehlo.divide %mix, %totals : tensor<8x4xf32>
  return %attention : tensor<8x4xf32>
}
