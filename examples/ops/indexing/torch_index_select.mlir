// %operand: [[1, 2, 3], [4, 5, 6]]
// %index: [2, 0]
%result = "stablehlo.torch_index_select"(%operand, %index) <{dim = 1 : i64, batch_dims = 0 : i64}> : (tensor<2x3xi32>, tensor<2xi64>) -> tensor<2x2xi32>
// %result: [[3, 1], [6, 4]]
