// Weights of attention of eight tokens: near ones count more, and a mask hides some.
func.func @main() -> tensor<8x8xf32> {
  %row = stablehlo.iota dim = 0 : tensor<8x8xi32>
  %column = stablehlo.iota dim = 1 : tensor<8x8xi32>
  %visible = stablehlo.compare LE, %row, %column : (tensor<8x8xi32>, tensor<8x8xi32>) -> tensor<8x8xi1>
  %apart = stablehlo.subtract %row, %column : tensor<8x8xi32>
  %distance = stablehlo.abs %apart : tensor<8x8xi32>
  %far = stablehlo.convert %distance : (tensor<8x8xi32>) -> tensor<8x8xf32>
  %scores = stablehlo.negate %far : tensor<8x8xf32>
  %hidden = stablehlo.constant dense<0xFF800000> : tensor<8x8xf32>
  %masked = stablehlo.select %visible, %scores, %hidden : tensor<8x8xi1>, tensor<8x8xf32>
  %exp = stablehlo.exponential %masked : tensor<8x8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%exp init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<8xf32>) -> tensor<8x8xf32>
  %weights = stablehlo.divide %exp, %sums : tensor<8x8xf32>
  return %weights : tensor<8x8xf32>
}
