// A constant with the shape of its operand, which may be dynamic.
// %operand: [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
%result = "chlo.constant_like"(%operand) {value = 0.5 : f32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
// %result: [[0.5, 0.5, 0.5], [0.5, 0.5, 0.5]]
