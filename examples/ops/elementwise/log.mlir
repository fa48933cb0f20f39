// %operand: [1.0, 2.7182818, 0.0, -1.0]
%result = stablehlo.log %operand : tensor<4xf32>
// %result: [0.0, 1.0, -inf, nan]
