// %operand: [[1, 2, 3], [4, 5, 6]]
%result = stablehlo.get_dimension_size %operand, dim = 1 : (tensor<2x3xi32>) -> tensor<i32>
// %result: 3
