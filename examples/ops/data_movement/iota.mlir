// Each element is its own index along the dimension.
%rows = stablehlo.iota dim = 0 : tensor<3x4xi32>
// %rows: [[0, 0, 0, 0], [1, 1, 1, 1], [2, 2, 2, 2]]
%columns = stablehlo.iota dim = 1 : tensor<3x4xi32>
// %columns: [[0, 1, 2, 3], [0, 1, 2, 3], [0, 1, 2, 3]]
