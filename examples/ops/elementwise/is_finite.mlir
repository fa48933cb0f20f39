// %x: [1.0, inf, -inf, nan]
%result = stablehlo.is_finite %x : (tensor<4xf32>) -> tensor<4xi1>
// %result: [true, false, false, false]
