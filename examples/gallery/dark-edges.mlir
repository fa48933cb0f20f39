// The mean of each window of 3 x 3.
func.func @main() -> tensor<8x8xf32> {
  %white = stablehlo.constant dense<1.0> : tensor<8x8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %nine = stablehlo.constant dense<9.0> : tensor<8x8xf32>
  %sums = "stablehlo.reduce_window"(%white, %zero) <{
    window_dimensions = array<i64: 3, 3>, padding = dense<[[1, 1], [1, 1]]> : tensor<2x2xi64>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<8x8xf32>, tensor<f32>) -> tensor<8x8xf32>
  %ones = stablehlo.constant dense<1.0> : tensor<8x8xf32>
  %count = "stablehlo.reduce_window"(%ones, %zero) <{
    window_dimensions = array<i64: 3, 3>, padding = dense<[[1, 1], [1, 1]]> : tensor<2x2xi64>
  }> ({
  ^bb0(%c: tensor<f32>, %d: tensor<f32>):
    %more = stablehlo.add %c, %d : tensor<f32>
    stablehlo.return %more : tensor<f32>
  }) : (tensor<8x8xf32>, tensor<f32>) -> tensor<8x8xf32>
  %blurred = stablehlo.divide %sums, %nine : tensor<8x8xf32>
  return %blurred : tensor<8x8xf32>
}
