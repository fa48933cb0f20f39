// The largest number of each window of 3 x 3.
func.func @main() -> tensor<4x4xf32> {
  %x = stablehlo.constant dense<[[-3.0, -8.0, -1.0, -6.0], [-5.0, -9.0, -4.0, -2.0], [-7.0, -3.0, -8.0, -5.0], [-2.0, -6.0, -9.0, -4.0]]> : tensor<4x4xf32>
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %pooled = "stablehlo.reduce_window"(%x, %init) <{
    window_dimensions = array<i64: 3, 3>, padding = dense<[[1, 1], [1, 1]]> : tensor<2x2xi64>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %max = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %max : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>
  return %pooled : tensor<4x4xf32>
}
