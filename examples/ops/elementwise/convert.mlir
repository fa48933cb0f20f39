// Truncates and saturates; NaN becomes 0.
// %operand: [1.9, -1.9, 300.0, nan]
%integers = stablehlo.convert %operand : (tensor<4xf32>) -> tensor<4xi8>
// %integers: [1, -1, 127, 0]

%rounded = stablehlo.convert %operand : (tensor<4xf32>) -> tensor<4xbf16>
%back = stablehlo.convert %rounded : (tensor<4xbf16>) -> tensor<4xf32>
// %back: [1.8984375, -1.8984375, 300.0, nan]
