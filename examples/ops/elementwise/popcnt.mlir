// %operand: [0, 7, 16, -1]
%result = stablehlo.popcnt %operand : tensor<4xi16>
// %result: [0, 3, 1, 16]
