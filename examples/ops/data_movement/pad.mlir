// Padding before, after and between elements; a negative size removes elements.
// %operand: [[1, 2, 3], [4, 5, 6]]
%zero = stablehlo.constant dense<0> : tensor<i32>
%result = stablehlo.pad %operand, %zero, low = [1, -1], high = [0, 1], interior = [0, 1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<3x5xi32>
// %result: [[0, 0, 0, 0, 0], [0, 2, 0, 3, 0], [0, 5, 0, 6, 0]]
