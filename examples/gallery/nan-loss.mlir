// Cross-entropy: minus the sum of y * log(p), over three examples with three classes.
func.func @main() -> tensor<f32> {
  %p = stablehlo.constant dense<[[0.7, 0.2, 0.1], [0.1, 0.9, 0.0], [0.25, 0.5, 0.25]]> : tensor<3x3xf32>
  %y = stablehlo.constant dense<[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]> : tensor<3x3xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %log = stablehlo.log %p : tensor<3x3xf32>
  %terms = stablehlo.multiply %y, %log : tensor<3x3xf32>
  %sum = stablehlo.reduce(%terms init: %zero) applies stablehlo.add across dimensions = [0, 1]
    : (tensor<3x3xf32>, tensor<f32>) -> tensor<f32>
  %loss = stablehlo.negate %sum : tensor<f32>
  return %loss : tensor<f32>
}
