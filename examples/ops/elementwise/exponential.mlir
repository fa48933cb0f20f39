// %operand: [-1.0, 0.0, 1.0, 100.0]
%result = stablehlo.exponential %operand : tensor<4xf32>
// %result: [0.36787944, 1.0, 2.7182818, inf]
