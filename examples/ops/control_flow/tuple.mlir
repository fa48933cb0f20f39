// %a: [1, 2]
// %b: 3.5
%pair = stablehlo.tuple %a, %b : tuple<tensor<2xi32>, tensor<f32>>
// %pair: ([1, 2], 3.5)
