// %operand: [1.0, 1.54308063, 0.0]
%result = chlo.acosh %operand : tensor<3xf32> -> tensor<3xf32>
// %result: [0.0, 1.0, nan]
