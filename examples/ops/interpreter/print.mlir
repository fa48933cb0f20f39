%x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
%y = stablehlo.multiply %x, %x : tensor<2x2xf32>
interpreter.print %y : tensor<2x2xf32>
// %y: [[1.0, 4.0], [9.0, 16.0]]
