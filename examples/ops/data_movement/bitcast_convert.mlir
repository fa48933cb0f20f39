// The same bits, read as another type.
// %operand: [1.0, -0.0]
%result = stablehlo.bitcast_convert %operand : (tensor<2xf32>) -> tensor<2xi32>
// %result: [1065353216, -2147483648]
