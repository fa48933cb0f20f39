// %x: [1.0, 1.0, 0.0]
// %y: [2.0, 0.0, 0.0]
%result = chlo.next_after %x, %y : tensor<3xf32>, tensor<3xf32> -> tensor<3xf32>
// %result: [1.00000012, 0.99999994, 0.0]
