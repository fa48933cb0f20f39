// The shape of the result is a value.
// %operand: [1, 2]
// %output_dimensions: [3, 2]
%result = stablehlo.dynamic_broadcast_in_dim %operand, %output_dimensions, dims = [1] : (tensor<2xi32>, tensor<2xi64>) -> tensor<3x2xi32>
// %result: [[1, 2], [1, 2], [1, 2]]
