%x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
%shape = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
%y = tensor.reshape %x(%shape) : (tensor<2x3xi32>, tensor<2xi64>) -> tensor<3x2xi32>
// %y: [[1, 2], [3, 4], [5, 6]]
%rank = tensor.rank %y : tensor<3x2xi32>
%ranks = tensor.from_elements %rank : tensor<1xindex>
// %ranks: [2]
