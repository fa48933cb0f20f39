// %operand: [[1, 2, 3], [4, 5, 6]]
// %output_shape: [3, 2]
%result = stablehlo.dynamic_reshape %operand, %output_shape : (tensor<2x3xi32>, tensor<2xi64>) -> tensor<3x2xi32>
// %result: [[1, 2], [3, 4], [5, 6]]
