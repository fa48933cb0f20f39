// Ties round to the even neighbour.
// %operand: [-2.5, -0.4, 0.5, 1.5]
%result = stablehlo.round_nearest_even %operand : tensor<4xf32>
// %result: [-2.0, -0.0, 0.0, 2.0]
