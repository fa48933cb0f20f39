// The triangular matrix whose product with its own transpose is the operand.
// %a: [[4.0, 2.0], [2.0, 5.0]]
%result = stablehlo.cholesky %a, lower = true : tensor<2x2xf32>
// %result: [[2.0, 0.0], [1.0, 2.0]]
