// %operand: [0.0, 0.78539816]
%result = chlo.tan %operand : tensor<2xf32> -> tensor<2xf32>
// %result: [0.0, 1.0]
