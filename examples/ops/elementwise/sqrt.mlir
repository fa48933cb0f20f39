// %operand: [4.0, 2.0, -1.0]
%result = stablehlo.sqrt %operand : tensor<3xf32>
// %result: [2.0, 1.41421356, nan]

// %z: (-4.0, 0.0)
%root = stablehlo.sqrt %z : tensor<complex<f32>>
// %root: (0.0, 2.0)
