// %lhs: [[1, 2], [3, 4]]
// %rhs: [[10, 20], [30, 40]]
%result = stablehlo.add %lhs, %rhs : tensor<2x2xi32>
// %result: [[11, 22], [33, 44]]

// For booleans it is `or`; integers wrap around.
// %near_the_end: [100, -128]
%wrapped = stablehlo.add %near_the_end, %near_the_end : tensor<2xi8>
// %wrapped: [-56, 0]
