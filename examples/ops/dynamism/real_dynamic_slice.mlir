// A slice whose limits are values.
// %operand: [0, 1, 2, 3, 4, 5]
// %start: [1]
// %limit: [6]
// %stride: [2]
%result = stablehlo.real_dynamic_slice %operand, %start, %limit, %stride
  : (tensor<6xi32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xi32>
// %result: [1, 3, 5]
