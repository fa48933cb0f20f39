// %operand: [2, -3, -128]
%result = stablehlo.negate %operand : tensor<3xi8>
// %result: [-2, 3, -128] (there is no 128 of 8 bits)
