// Integers are divided towards zero; division by zero sets all bits.
// %lhs: [17, -17, 17]
// %rhs: [5, 5, 0]
%integers = stablehlo.divide %lhs, %rhs : tensor<3xi32>
// %integers: [3, -3, -1]

// %x: [1.0, -1.0, 0.0]
// %y: [4.0, 0.0, 0.0]
%floats = stablehlo.divide %x, %y : tensor<3xf32>
// %floats: [0.25, -inf, nan]
