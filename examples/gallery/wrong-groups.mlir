// paddock: example
// num_replicas: 4
//
// Four replicas as a grid with rows 0, 1 and 2, 3. The sum over each column is wanted.
func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
  // %x@(0, 0): [1, 10]
  // %x@(1, 0): [2, 20]
  // %x@(2, 0): [3, 30]
  // %x@(3, 0): [4, 40]
  %sum = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %add = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %add : tensor<i32>
  }) : (tensor<2xi32>) -> tensor<2xi32>
  return %sum : tensor<2xi32>
}
