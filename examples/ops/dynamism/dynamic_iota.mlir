// %output_shape: [2, 3]
%result = stablehlo.dynamic_iota %output_shape, dim = 1 : (tensor<2xi64>) -> tensor<2x3xi32>
// %result: [[0, 1, 2], [0, 1, 2]]
