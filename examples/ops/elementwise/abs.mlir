// %operand: [-3, 0, 7]
%result = stablehlo.abs %operand : tensor<3xi32>
// %result: [3, 0, 7]

// For a complex number it is the distance from zero.
// %z: [(3.0, -4.0), (0.0, 2.0)]
%length = "stablehlo.abs"(%z) : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
// %length: [5.0, 2.0]
