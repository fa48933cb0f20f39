// %operand: [0.0, 1.04719755, 3.14159265]
%result = stablehlo.cosine %operand : tensor<3xf32>
// %result: [1.0, 0.5, -1.0]
