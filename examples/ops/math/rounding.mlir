// %x: [-1.5, 2.5]
%ceil = math.ceil %x : tensor<2xf32>
// %ceil: [-1.0, 3.0]
%floor = math.floor %x : tensor<2xf32>
// %floor: [-2.0, 2.0]
%round = math.round %x : tensor<2xf32>
// %round: [-2.0, 3.0]
%n = arith.constant dense<[-3, 4]> : tensor<2xi32>
%absi = math.absi %n : tensor<2xi32>
// %absi: [3, 4]
