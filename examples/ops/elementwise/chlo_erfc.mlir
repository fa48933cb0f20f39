// 1 - erf(x), accurate even where it is tiny.
// %operand: [0.0, 1.0, 5.0]
%result = chlo.erfc %operand : tensor<3xf32> -> tensor<3xf32>
// %result: [1.0, 0.15729921, 1.53745979e-12]
