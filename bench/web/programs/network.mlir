// A network of three layers over a hundred samples: products of matrices, sums along them, and a softmax.
// Its weights depend on %keys.
func.func @main() -> tensor<100x10xf32> {
  %keys = stablehlo.constant dense<2.5> : tensor<128x128xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %sample = stablehlo.iota dim = 0 : tensor<100x128xf32>
  %feature = stablehlo.iota dim = 1 : tensor<100x128xf32>
  %phase = stablehlo.multiply %sample, %feature : tensor<100x128xf32>
  %x = stablehlo.sine %phase : tensor<100x128xf32>
  %w_row = stablehlo.iota dim = 0 : tensor<128x128xf32>
  %w_column = stablehlo.iota dim = 1 : tensor<128x128xf32>
  %w_product = stablehlo.multiply %w_row, %w_column : tensor<128x128xf32>
  %w_phase = stablehlo.multiply %w_product, %keys : tensor<128x128xf32>
  %w = stablehlo.cosine %w_phase : tensor<128x128xf32>
  %dot1 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<100x128xf32>, tensor<128x128xf32>) -> tensor<100x128xf32>
  %layer1 = stablehlo.tanh %dot1 : tensor<100x128xf32>
  %dot2 = stablehlo.dot_general %layer1, %w, contracting_dims = [1] x [0] : (tensor<100x128xf32>, tensor<128x128xf32>) -> tensor<100x128xf32>
  %layer2 = stablehlo.logistic %dot2 : tensor<100x128xf32>
  %weights = stablehlo.slice %w [0:128, 0:10] : (tensor<128x128xf32>) -> tensor<128x10xf32>
  %scores = stablehlo.dot_general %layer2, %weights, contracting_dims = [1] x [0] : (tensor<100x128xf32>, tensor<128x10xf32>) -> tensor<100x10xf32>
  %best = stablehlo.reduce(%scores init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<100x10xf32>, tensor<f32>) -> tensor<100xf32>
  %bests = stablehlo.broadcast_in_dim %best, dims = [0] : (tensor<100xf32>) -> tensor<100x10xf32>
  %distance = stablehlo.subtract %scores, %bests : tensor<100x10xf32>
  %power = stablehlo.exponential %distance : tensor<100x10xf32>
  %sum = stablehlo.reduce(%power init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<100x10xf32>, tensor<f32>) -> tensor<100xf32>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<100xf32>) -> tensor<100x10xf32>
  %probability = stablehlo.divide %power, %sums : tensor<100x10xf32>
  return %probability : tensor<100x10xf32>
}
