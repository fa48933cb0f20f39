%x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
%y = shape.value_of %x : tensor<2xf32> -> tensor<2xf32>
// %y: [1.0, 2.0]
