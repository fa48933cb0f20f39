%result = chlo.constant dense<[1, 2, 3]> : tensor<3xi32>
// %result: [1, 2, 3]
