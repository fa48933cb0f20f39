// (stored - zero point) * scale
// %operand: [-30, 0, 10]
%result = stablehlo.uniform_dequantize %operand : (tensor<3x!quant.uniform<i8:f32, 0.5:-20>>) -> tensor<3xf32>
// %result: [-5.0, 10.0, 15.0]
