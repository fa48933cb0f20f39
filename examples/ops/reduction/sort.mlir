// Sorts two tensors together: the second follows the first.
// %keys: [3, 1, 2]
// %names: [30, 10, 20]
%sorted, %moved = "stablehlo.sort"(%keys, %names) <{dimension = 0 : i64, is_stable = true}> ({
^bb0(%a: tensor<i32>, %b: tensor<i32>, %name_a: tensor<i32>, %name_b: tensor<i32>):
  %less = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %less : tensor<i1>
}) : (tensor<3xi32>, tensor<3xi32>) -> (tensor<3xi32>, tensor<3xi32>)
// %sorted: [1, 2, 3]
// %moved: [10, 20, 30]
