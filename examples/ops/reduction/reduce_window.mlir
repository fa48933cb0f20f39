// The largest element of each 2 by 2 window: max-pooling.
// %inputs: [[1, 5, 2, 0], [3, 4, 8, 1], [7, 0, 1, 1], [2, 6, 3, 9]]
%least = stablehlo.constant dense<-1000> : tensor<i32>
%result = "stablehlo.reduce_window"(%inputs, %least) <{
  window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>
}> ({
^bb0(%a: tensor<i32>, %b: tensor<i32>):
  %max = stablehlo.maximum %a, %b : tensor<i32>
  stablehlo.return %max : tensor<i32>
}) : (tensor<4x4xi32>, tensor<i32>) -> tensor<2x2xi32>
// %result: [[5, 8], [7, 9]]
