// %x: [1.0, 4.0]
%exp = math.exp %x : tensor<2xf32>
// %exp: [2.7182818, 54.59815]
%expm1 = math.expm1 %x : tensor<2xf32>
// %expm1: [1.7182818, 53.59815]
%log = math.log %x : tensor<2xf32>
// %log: [0.0, 1.38629436]
%log10 = math.log10 %x : tensor<2xf32>
// %log10: [0.0, 0.60205999]
%log1p = math.log1p %x : tensor<2xf32>
// %log1p: [0.69314718, 1.60943791]
%sqrt = math.sqrt %x : tensor<2xf32>
// %sqrt: [1.0, 2.0]
%rsqrt = math.rsqrt %x : tensor<2xf32>
// %rsqrt: [1.0, 0.5]
%cbrt = math.cbrt %x : tensor<2xf32>
// %cbrt: [1.0, 1.58740105]
%powf = math.powf %x, %x : tensor<2xf32>
// %powf: [1.0, 256.0]
%n = arith.constant dense<[3, -1]> : tensor<2xi32>
%fpowi = math.fpowi %x, %n : tensor<2xf32>, tensor<2xi32>
// %fpowi: [1.0, 0.25]
%ipowi = math.ipowi %n, %n : tensor<2xi32>
// %ipowi: [27, -1]
