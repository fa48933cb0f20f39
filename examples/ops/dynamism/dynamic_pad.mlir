// %operand: [1, 2, 3]
// %low: [1]
// %high: [2]
// %interior: [0]
%zero = stablehlo.constant dense<0> : tensor<i32>
%result = stablehlo.dynamic_pad %operand, %zero, %low, %high, %interior
  : (tensor<3xi32>, tensor<i32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<6xi32>
// %result: [0, 1, 2, 3, 0, 0]
