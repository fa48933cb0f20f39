// %operand: [1.0, 0.5, 0.0, -1.0]
%result = chlo.acos %operand : tensor<4xf32> -> tensor<4xf32>
// %result: [0.0, 1.04719755, 1.57079633, 3.14159265]
