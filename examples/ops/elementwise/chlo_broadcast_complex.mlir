// %lhs: [1.0, 2.0]
// %rhs: 0.5
%result = chlo.broadcast_complex %lhs, %rhs : (tensor<2xf32>, tensor<f32>) -> tensor<2xcomplex<f32>>
// %result: [(1.0, 0.5), (2.0, 0.5)]
