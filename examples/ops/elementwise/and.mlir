// %lhs: [6, 255, -1]
// %rhs: [3, 16, 9]
%bits = stablehlo.and %lhs, %rhs : tensor<3xi32>
// %bits: [2, 16, 9]

// %a: [true, true, false]
// %b: [true, false, false]
%both = stablehlo.and %a, %b : tensor<3xi1>
// %both: [true, false, false]
