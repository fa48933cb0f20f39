// %operand: [0, 1, 8, -1]
%result = stablehlo.count_leading_zeros %operand : tensor<4xi8>
// %result: [8, 7, 4, 0]
