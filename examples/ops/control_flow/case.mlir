// An index out of range selects the last branch.
// %index: 1
%result = "stablehlo.case"(%index) ({
  %zero = stablehlo.constant dense<[0, 0]> : tensor<2xi32>
  stablehlo.return %zero : tensor<2xi32>
}, {
  %one = stablehlo.constant dense<[1, 10]> : tensor<2xi32>
  stablehlo.return %one : tensor<2xi32>
}, {
  %other = stablehlo.constant dense<[-1, -1]> : tensor<2xi32>
  stablehlo.return %other : tensor<2xi32>
}) : (tensor<i32>) -> tensor<2xi32>
// %result: [1, 10]
