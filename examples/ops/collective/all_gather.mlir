// num_replicas: 2
// %operand@(0, 0): [[1, 2]]
// %operand@(1, 0): [[3, 4]]
%result = "stablehlo.all_gather"(%operand) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<1x2xi32>) -> tensor<2x2xi32>
// %result@(0, 0): [[1, 2], [3, 4]]
// %result@(1, 0): [[1, 2], [3, 4]]
