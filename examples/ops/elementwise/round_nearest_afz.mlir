// Ties round away from zero.
// %operand: [-2.5, -0.4, 0.5, 2.5]
%result = stablehlo.round_nearest_afz %operand : tensor<4xf32>
// %result: [-3.0, -0.0, 1.0, 3.0]
