// The common part of the complex arc sine and arc cosine.
// %operand: [(0.5, 0.5), (-2.0, 0.0)]
%result = chlo._asin_acos_kernel %operand : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
