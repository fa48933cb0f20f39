// %a: [[1, 2], [3, 4]]
// %b: [[5], [6]]
%result = stablehlo.concatenate %a, %b, dim = 1 : (tensor<2x2xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>
// %result: [[1, 2, 5], [3, 4, 6]]
