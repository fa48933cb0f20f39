// The first process of each group sends its value to all of it.
// num_replicas: 2
// %operand@(0, 0): [1, 2]
// %operand@(1, 0): [3, 4]
%result = "stablehlo.collective_broadcast"(%operand) <{replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>}> : (tensor<2xi32>) -> tensor<2xi32>
// %result@(0, 0): [3, 4]
// %result@(1, 0): [3, 4]
