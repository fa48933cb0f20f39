// %operand: [4.0, 0.25, 0.0]
%result = stablehlo.rsqrt %operand : tensor<3xf32>
// %result: [0.5, 2.0, inf]
