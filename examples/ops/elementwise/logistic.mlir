// 1 / (1 + exp(-x)): from 0 to 1, and 1/2 in the middle.
// %operand: [-100.0, -1.0, 0.0, 1.0]
%result = stablehlo.logistic %operand : tensor<4xf32>
// %result: [0.0, 0.26894143, 0.5, 0.73105858]
