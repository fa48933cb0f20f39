// %operand: [0.0, 1.17520119, -1.17520119]
%result = chlo.asinh %operand : tensor<3xf32> -> tensor<3xf32>
// %result: [0.0, 1.0, -1.0]
