// %operand: [0.0, 1.0e-08, 1.7182818, -1.0]
%result = stablehlo.log_plus_one %operand : tensor<4xf32>
// %result: [0.0, 1.0e-08, 1.0, -inf]
