// %operand: [-3.0, 0.5]
%result = chlo.square %operand : tensor<2xf32> -> tensor<2xf32>
// %result: [9.0, 0.25]
