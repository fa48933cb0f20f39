// %pred: [true, false, true]
// %on_true: [1, 2, 3]
// %on_false: [10, 20, 30]
%result = stablehlo.select %pred, %on_true, %on_false : tensor<3xi1>, tensor<3xi32>
// %result: [1, 20, 3]
