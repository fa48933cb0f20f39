// %operand: [(1.0, 2.0), (3.0, -4.0)]
%result = stablehlo.real %operand : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
// %result: [1.0, 3.0]
