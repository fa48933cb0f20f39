// %operand: [0.0, 0.52359878, 1.57079633]
%result = stablehlo.sine %operand : tensor<3xf32>
// %result: [0.0, 0.5, 1.0]
