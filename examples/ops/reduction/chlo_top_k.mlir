// %operand: [3.0, 9.0, 1.0, 7.0]
%values, %indices = chlo.top_k(%operand, k = 2) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)
// %values: [9.0, 7.0]
// %indices: [1, 3]
