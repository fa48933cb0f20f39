// The gradient of max-pooling: each source is added at the largest element of its window.
// %operand: [[1, 5, 2, 0], [3, 4, 8, 1]]
// %source: [[10, 20]]
%zero = stablehlo.constant dense<0> : tensor<i32>
%result = "stablehlo.select_and_scatter"(%operand, %source, %zero) <{
  window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>
}> ({
^bb0(%a: tensor<i32>, %b: tensor<i32>):
  %greater = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %greater : tensor<i1>
}, {
^bb0(%a: tensor<i32>, %b: tensor<i32>):
  %sum = stablehlo.add %a, %b : tensor<i32>
  stablehlo.return %sum : tensor<i32>
}) : (tensor<2x4xi32>, tensor<1x2xi32>, tensor<i32>) -> tensor<2x4xi32>
// %result: [[0, 10, 0, 0], [0, 0, 20, 0]]
