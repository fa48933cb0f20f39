// %operand: [0.0, 0.76159416, 1.0]
%result = chlo.atanh %operand : tensor<3xf32> -> tensor<3xf32>
// %result: [0.0, 1.0, inf]
