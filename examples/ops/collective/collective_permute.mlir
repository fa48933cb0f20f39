// Each process sends its value to the next in a ring. Without a sender the result is zeros.
// num_replicas: 3
// %operand@(0, 0): [1]
// %operand@(1, 0): [2]
// %operand@(2, 0): [3]
%result = "stablehlo.collective_permute"(%operand) <{source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<1xi32>) -> tensor<1xi32>
// %result@(0, 0): [0]
// %result@(1, 0): [1]
// %result@(2, 0): [2]
