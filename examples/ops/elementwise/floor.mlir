// %operand: [-1.5, -0.2, 0.2, 2.0]
%result = stablehlo.floor %operand : tensor<4xf32>
// %result: [-2.0, -1.0, 0.0, 2.0]
