// Accurate near zero, where `exponential` minus one is not.
// %operand: [0.0, 1.0e-08, 1.0]
%result = stablehlo.exponential_minus_one %operand : tensor<3xf32>
// %result: [0.0, 1.0e-08, 1.7182818]
