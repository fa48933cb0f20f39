// %operand: [8.0, -27.0, 0.125]
%result = stablehlo.cbrt %operand : tensor<3xf32>
// %result: [2.0, -3.0, 0.5]
