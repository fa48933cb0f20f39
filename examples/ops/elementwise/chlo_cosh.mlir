// %operand: [0.0, 1.0, -1.0]
%result = chlo.cosh %operand : tensor<3xf32> -> tensor<3xf32>
// %result: [1.0, 1.54308063, 1.54308063]
