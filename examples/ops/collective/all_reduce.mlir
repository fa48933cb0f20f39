// Each process has the sum of all.
// num_replicas: 2
// %operand@(0, 0): [1, 2]
// %operand@(1, 0): [10, 20]
%result = "stablehlo.all_reduce"(%operand) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
^bb0(%a: tensor<i32>, %b: tensor<i32>):
  %sum = stablehlo.add %a, %b : tensor<i32>
  stablehlo.return %sum : tensor<i32>
}) : (tensor<2xi32>) -> tensor<2xi32>
// %result@(0, 0): [11, 22]
// %result@(1, 0): [11, 22]
