// The logarithm of a factorial: lgamma(5) = log 24.
// %operand: [1.0, 5.0, 0.5]
%result = chlo.lgamma %operand : tensor<3xf32> -> tensor<3xf32>
// %result: [0.0, 3.17805383, 0.57236494]
