// The sums of the rows.
// %operand: [[1, 2, 3], [4, 5, 6]]
%result = stablehlo.unary_einsum %operand, config = "ij->i" : (tensor<2x3xi32>) -> tensor<2xi32>
// %result: [6, 15]
