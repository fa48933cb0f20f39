// %x: [3, -1]
%float = arith.sitofp %x : tensor<2xi32> to tensor<2xf32>
// %float: [3.0, -1.0]
%wide = arith.extf %float : tensor<2xf32> to tensor<2xf64>
// %wide: [3.0, -1.0]
%index = arith.index_cast %x : tensor<2xi32> to tensor<2xindex>
%unsigned_index = arith.index_castui %x : tensor<2xi32> to tensor<2xindex>
%positive = arith.constant dense<[3.7, 200.0]> : tensor<2xf32>
%integer = arith.fptoui %positive : tensor<2xf32> to tensor<2xi32>
// %integer: [3, 200]
%which = arith.constant dense<[true, false]> : tensor<2xi1>
%chosen = arith.select %which, %x, %integer : tensor<2xi1>, tensor<2xi32>
// %chosen: [3, 200]
