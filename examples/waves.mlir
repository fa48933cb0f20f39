// Three waves and their sum: a contraction multiplies 40 positions by 40 positions and adds over
// the waves.
func.func @main() -> tensor<40x40xf32> {
  %frequencies = stablehlo.constant dense<[0.15, 0.4, 0.9]> : tensor<3xf32>
  %weights = stablehlo.constant dense<[1.0, 0.6, 0.3]> : tensor<3xf32>

  // The height of wave k at position i is cos(frequency[k] * i).
  %place = stablehlo.iota dim = 0 : tensor<40x3xf32>
  %frequency = stablehlo.broadcast_in_dim %frequencies, dims = [1] : (tensor<3xf32>) -> tensor<40x3xf32>
  %angle = stablehlo.multiply %place, %frequency : tensor<40x3xf32>
  %wave = stablehlo.cosine %angle : tensor<40x3xf32>

  %weight = stablehlo.broadcast_in_dim %weights, dims = [1] : (tensor<3xf32>) -> tensor<40x3xf32>
  %weighted = stablehlo.multiply %wave, %weight : tensor<40x3xf32>
  %sum = stablehlo.dot_general %weighted, %wave, contracting_dims = [1] x [1]
    : (tensor<40x3xf32>, tensor<40x3xf32>) -> tensor<40x40xf32>
  return %sum : tensor<40x40xf32>
}
