// %lhs: [1.0, 3.0, nan]
// %rhs: [2.0, 3.0, nan]
%less = stablehlo.compare LT, %lhs, %rhs : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
// %less: [true, false, false]

// NaN equals nothing, not even itself, except in the total order of floats.
%equal = stablehlo.compare EQ, %lhs, %rhs : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
// %equal: [false, true, false]
%same = stablehlo.compare EQ, %lhs, %rhs, TOTALORDER : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
// %same: [false, true, true]
