// %operand: [-inf, 0.0, 0.5, 1.0]
%result = chlo.erf %operand : tensor<4xf32> -> tensor<4xf32>
// %result: [-1.0, 0.0, 0.52049988, 0.84270079]
