// %operand: [0.0, 0.52049988, 1.0]
%result = chlo.erf_inv %operand : tensor<3xf32> -> tensor<3xf32>
// %result: [0.0, 0.5, inf]
