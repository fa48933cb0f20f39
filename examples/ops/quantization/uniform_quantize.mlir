// operand / scale + zero point, rounded and kept within the storage type
// %operand: [-5.0, 10.0, 1000.0]
%result = stablehlo.uniform_quantize %operand : (tensor<3xf32>) -> tensor<3x!quant.uniform<i8:f32, 0.5:-20>>
// %result: [-30, 0, 127]
