// %operand: [0, 5, -1]
%bits = stablehlo.not %operand : tensor<3xi32>
// %bits: [-1, -6, 0]

// %asked: [true, false]
%denied = stablehlo.not %asked : tensor<2xi1>
// %denied: [false, true]
