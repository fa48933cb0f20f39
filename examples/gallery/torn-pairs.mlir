// People and their ages, by age.
func.func @main() -> tensor<5x2xi32> {
  %people = stablehlo.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32>
  %ages = stablehlo.constant dense<[34, 21, 45, 30, 28]> : tensor<5xi32>
  %sorted, %moved = "stablehlo.sort"(%ages, %people) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %p: tensor<i32>, %q: tensor<i32>):
    %younger = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %younger : tensor<i1>
  }) : (tensor<5xi32>, tensor<5xi32>) -> (tensor<5xi32>, tensor<5xi32>)
  %left = stablehlo.reshape %people : (tensor<5xi32>) -> tensor<5x1xi32>
  %right = stablehlo.reshape %sorted : (tensor<5xi32>) -> tensor<5x1xi32>
  %table = stablehlo.concatenate %left, %right, dim = 1 : (tensor<5x1xi32>, tensor<5x1xi32>) -> tensor<5x2xi32>
  return %table : tensor<5x2xi32>
}
