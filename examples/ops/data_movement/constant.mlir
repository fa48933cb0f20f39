%table = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
// %table: [[1.0, 2.0], [3.0, 4.0]]
%all_the_same = stablehlo.constant dense<7> : tensor<3xi32>
// %all_the_same: [7, 7, 7]
