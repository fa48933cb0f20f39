// Each process splits its columns and sends one part to each: a transpose over the grid.
// num_replicas: 2
// %operand@(0, 0): [[1, 2]]
// %operand@(1, 0): [[3, 4]]
%result = "stablehlo.all_to_all"(%operand) <{
  split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64,
  replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
}> : (tensor<1x2xi32>) -> tensor<2x1xi32>
// %result@(0, 0): [[1], [3]]
// %result@(1, 0): [[2], [4]]
