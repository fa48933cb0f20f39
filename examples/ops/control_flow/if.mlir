// %pred: false
// %x: 5
%result = "stablehlo.if"(%pred) ({
  %double = stablehlo.add %x, %x : tensor<i32>
  stablehlo.return %double : tensor<i32>
}, {
  %minus = stablehlo.negate %x : tensor<i32>
  stablehlo.return %minus : tensor<i32>
}) : (tensor<i1>) -> tensor<i32>
// %result: -5
