// %operand: [1.0, inf, -inf, nan]
%result = chlo.is_neg_inf %operand : tensor<4xf32> -> tensor<4xi1>
// %result: [false, false, true, false]
