// %lhs: 2.0
// %rhs: [1.0, 2.0]
%result = chlo.broadcast_zeta %lhs, %rhs : (tensor<f32>, tensor<2xf32>) -> tensor<2xf32>
// %result: [1.64493407, 0.64493407]
