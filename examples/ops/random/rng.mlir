// Numbers between a and b; another seed gives other numbers.
%a = stablehlo.constant dense<0.0> : tensor<f32>
%b = stablehlo.constant dense<1.0> : tensor<f32>
%shape = stablehlo.constant dense<[8, 16]> : tensor<2xi64>
%result = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<8x16xf32>
