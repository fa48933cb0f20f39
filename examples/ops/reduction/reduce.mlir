// %inputs: [[1, 2, 3], [4, 5, 6]]
%zero = stablehlo.constant dense<0> : tensor<i32>
%rows = stablehlo.reduce(%inputs init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32>
// %rows: [6, 15]

%columns = stablehlo.reduce(%inputs init: %zero) applies stablehlo.maximum across dimensions = [0] : (tensor<2x3xi32>, tensor<i32>) -> tensor<3xi32>
// %columns: [4, 5, 6]
