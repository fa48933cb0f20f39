// %operand: [0.0, 0.5, 1.0, 2.0]
%result = chlo.asin %operand : tensor<4xf32> -> tensor<4xf32>
// %result: [0.0, 0.52359878, 1.57079633, nan]
