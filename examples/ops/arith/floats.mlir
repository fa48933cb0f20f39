// %x: [1.5, -2.0, 7.0]
// %y: [2.0, 4.0, 2.0]
%sum = arith.addf %x, %y : tensor<3xf32>
// %sum: [3.5, 2.0, 9.0]
%difference = arith.subf %x, %y : tensor<3xf32>
// %difference: [-0.5, -6.0, 5.0]
%product = arith.mulf %x, %y : tensor<3xf32>
// %product: [3.0, -8.0, 14.0]
%quotient = arith.divf %x, %y : tensor<3xf32>
// %quotient: [0.75, -0.5, 3.5]
%remainder = arith.remf %x, %y : tensor<3xf32>
// %remainder: [1.5, -2.0, 1.0]
%least = arith.minimumf %x, %y : tensor<3xf32>
// %least: [1.5, -2.0, 2.0]
%negative = arith.negf %x : tensor<3xf32>
// %negative: [-1.5, 2.0, -7.0]
