// %pair: ([1, 2], (3.5))
%first = stablehlo.get_tuple_element %pair[0] : (tuple<tensor<2xi32>, tuple<tensor<f32>>>) -> tensor<2xi32>
// %first: [1, 2]
