// %lhs: [1.0, -1.0]
// %rhs: 2.0
%result = chlo.broadcast_next_after %lhs, %rhs : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
// %result: [1.00000012, -0.99999994]
