// %x: [0.5, 1.0]
%acos = math.acos %x : tensor<2xf32>
// %acos: [1.04719755, 0.0]
%asin = math.asin %x : tensor<2xf32>
// %asin: [0.52359878, 1.57079633]
%atan = math.atan %x : tensor<2xf32>
// %atan: [0.46364761, 0.78539816]
%atan2 = math.atan2 %x, %x : tensor<2xf32>
// %atan2: [0.78539816, 0.78539816]
%cos = math.cos %x : tensor<2xf32>
// %cos: [0.87758256, 0.54030231]
%sin = math.sin %x : tensor<2xf32>
// %sin: [0.47942554, 0.84147098]
%tan = math.tan %x : tensor<2xf32>
// %tan: [0.54630249, 1.55740772]
