// Each result is the sum so far.
// %inputs: [1, 2, 3, 4]
%zero = stablehlo.constant dense<0> : tensor<i32>
%sums, %last = chlo.scan (%inputs) inits (%zero) dimension = 0 {
^bb0(%input: tensor<i32>, %carry: tensor<i32>):
  %sum = stablehlo.add %input, %carry : tensor<i32>
  stablehlo.return %sum, %sum : tensor<i32>, tensor<i32>
} : (tensor<4xi32>, tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
// %sums: [1, 3, 6, 10]
// %last: 10
