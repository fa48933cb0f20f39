// %operand: [-2.5, -0.0, 3.0, nan]
%result = stablehlo.sign %operand : tensor<4xf32>
// %result: [-1.0, -0.0, 1.0, nan]
