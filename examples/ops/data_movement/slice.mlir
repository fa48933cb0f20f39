// Start, limit and stride of each dimension.
// %operand: [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]
%result = stablehlo.slice %operand [1:3, 0:4:2] : (tensor<3x4xi32>) -> tensor<2x2xi32>
// %result: [[5, 7], [9, 11]]
