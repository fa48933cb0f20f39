// %operand: [0.0, 1.0, inf]
%result = chlo.atan %operand : tensor<3xf32> -> tensor<3xf32>
// %result: [0.0, 0.78539816, 1.57079633]
