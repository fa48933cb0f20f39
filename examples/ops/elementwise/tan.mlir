// %operand: [0.0, 0.78539816, -0.78539816]
%result = stablehlo.tan %operand : tensor<3xf32>
// %result: [0.0, 1.0, -1.0]
