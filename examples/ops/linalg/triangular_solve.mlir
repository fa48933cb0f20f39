// The x of a * x = b.
// %a: [[2.0, 0.0], [1.0, 4.0]]
// %b: [[2.0], [9.0]]
%result = "stablehlo.triangular_solve"(%a, %b) <{
  left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>
}> : (tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
// %result: [[1.0], [2.0]]
