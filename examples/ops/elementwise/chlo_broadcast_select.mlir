// %pred: [true, false]
// %on_true: [[1, 2], [3, 4]]
// %on_false: 0
%result = chlo.broadcast_select %pred, %on_true, %on_false : (tensor<2xi1>, tensor<2x2xi32>, tensor<i32>) -> tensor<2x2xi32>
// %result: [[1, 0], [3, 0]]
