// %operand: [1.0, 2.0, 0.5]
%result = chlo.digamma %operand : tensor<3xf32> -> tensor<3xf32>
// %result: [-0.57721566, 0.42278434, -1.96351003]
