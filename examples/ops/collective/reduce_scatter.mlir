// The sum of all, of which each process keeps a part.
// num_replicas: 2
// %operand@(0, 0): [1, 2, 3, 4]
// %operand@(1, 0): [10, 20, 30, 40]
%result = "stablehlo.reduce_scatter"(%operand) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
^bb0(%a: tensor<i32>, %b: tensor<i32>):
  %sum = stablehlo.add %a, %b : tensor<i32>
  stablehlo.return %sum : tensor<i32>
}) : (tensor<4xi32>) -> tensor<2xi32>
// %result@(0, 0): [11, 22]
// %result@(1, 0): [33, 44]
