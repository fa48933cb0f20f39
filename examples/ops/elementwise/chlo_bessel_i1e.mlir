// exp(-|x|) times the modified Bessel function of order one.
// %operand: [0.0, 1.0, -1.0]
%result = chlo.bessel_i1e %operand : tensor<3xf32> -> tensor<3xf32>
// %result: [0.0, 0.20791042, -0.20791042]
