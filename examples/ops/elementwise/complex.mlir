// %lhs: [1.0, 3.0]
// %rhs: [2.0, -4.0]
%result = stablehlo.complex %lhs, %rhs : tensor<2xcomplex<f32>>
// %result: [(1.0, 2.0), (3.0, -4.0)]
