// Rounds to the exponent and mantissa bits of bf16.
// %operand: [3.14159274, 1.0e+38]
%result = stablehlo.reduce_precision %operand, format = e8m7 : tensor<2xf32>
// %result: [3.140625, 9.9692099683868690e+37]
