// The deviation as the root of E[x * x] - E[x] * E[x].
func.func @main() -> tensor<f32> {
  %base = stablehlo.constant dense<10000.0> : tensor<4xf32>
  %tenths = stablehlo.constant dense<[0.0, 0.1, 0.0, 0.1]> : tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %quarter = stablehlo.constant dense<0.25> : tensor<f32>
  %x = stablehlo.add %base, %tenths : tensor<4xf32>
  %squares = stablehlo.multiply %x, %x : tensor<4xf32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %square.sum = stablehlo.reduce(%squares init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %mean = stablehlo.multiply %sum, %quarter : tensor<f32>
  %mean.square = stablehlo.multiply %square.sum, %quarter : tensor<f32>
  %square.mean = stablehlo.multiply %mean, %mean : tensor<f32>
  %variance = stablehlo.subtract %mean.square, %square.mean : tensor<f32>
  %deviation = stablehlo.sqrt %variance : tensor<f32>
  return %deviation : tensor<f32>
}
