// %operand: [-100.0, 0.0, 0.5]
%result = stablehlo.tanh %operand : tensor<3xf32>
// %result: [-1.0, 0.0, 0.46211716]
