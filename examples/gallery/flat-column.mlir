// (x - mean) / sqrt(variance + epsilon) of each column.
func.func @main() -> tensor<4x3xf32> {
  %x = stablehlo.constant dense<[[1.0, 7.0, 2.0], [2.0, 7.0, 4.0], [3.0, 7.0, 6.0], [4.0, 7.0, 8.0]]> : tensor<4x3xf32>
  %epsilon = stablehlo.constant dense<0.0> : tensor<3xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %quarter = stablehlo.constant dense<0.25> : tensor<3xf32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4x3xf32>, tensor<f32>) -> tensor<3xf32>
  %mean = stablehlo.multiply %sum, %quarter : tensor<3xf32>
  %means = stablehlo.broadcast_in_dim %mean, dims = [1] : (tensor<3xf32>) -> tensor<4x3xf32>
  %centred = stablehlo.subtract %x, %means : tensor<4x3xf32>
  %squares = stablehlo.multiply %centred, %centred : tensor<4x3xf32>
  %square.sum = stablehlo.reduce(%squares init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4x3xf32>, tensor<f32>) -> tensor<3xf32>
  %variance = stablehlo.multiply %square.sum, %quarter : tensor<3xf32>
  %with.epsilon = stablehlo.add %variance, %epsilon : tensor<3xf32>
  %deviation = stablehlo.sqrt %with.epsilon : tensor<3xf32>
  %deviations = stablehlo.broadcast_in_dim %deviation, dims = [1] : (tensor<3xf32>) -> tensor<4x3xf32>
  %z = stablehlo.divide %centred, %deviations : tensor<4x3xf32>
  return %z : tensor<4x3xf32>
}
