// A hill in 16 steps: quantized numbers are small integers with a scale. This type has 4 bits,
// -8 to 7, and a step is 0.125 high.
!step = !quant.uniform<i4:f32, 0.125>

func.func @main() -> tensor<28x40xf32> {
  // Two hills side by side: height * exp(-(x^2 + y^2) / 60).
  %height = stablehlo.constant dense<0.85> : tensor<f32>
  %row = stablehlo.iota dim = 0 : tensor<28x40xf32>
  %column = stablehlo.iota dim = 1 : tensor<28x40xf32>
  %middle = stablehlo.constant dense<13.5> : tensor<28x40xf32>
  %west = stablehlo.constant dense<12.0> : tensor<28x40xf32>
  %east = stablehlo.constant dense<28.0> : tensor<28x40xf32>
  %y = stablehlo.subtract %row, %middle : tensor<28x40xf32>
  %x.west = stablehlo.subtract %column, %west : tensor<28x40xf32>
  %x.east = stablehlo.subtract %column, %east : tensor<28x40xf32>
  %hill.west = func.call @hill(%x.west, %y, %height) : (tensor<28x40xf32>, tensor<28x40xf32>, tensor<f32>) -> tensor<28x40xf32>
  %hill.east = func.call @hill(%x.east, %y, %height) : (tensor<28x40xf32>, tensor<28x40xf32>, tensor<f32>) -> tensor<28x40xf32>

  // Each is rounded to steps, and so is the larger of the two. Values above 7 steps are clamped.
  %steps.west = stablehlo.uniform_quantize %hill.west : (tensor<28x40xf32>) -> tensor<28x40x!step>
  %steps.east = stablehlo.uniform_quantize %hill.east : (tensor<28x40xf32>) -> tensor<28x40x!step>
  %steps = stablehlo.maximum %steps.west, %steps.east : tensor<28x40x!step>
  %terraces = stablehlo.uniform_dequantize %steps : (tensor<28x40x!step>) -> tensor<28x40xf32>
  return %terraces : tensor<28x40xf32>
}

func.func private @hill(%x: tensor<28x40xf32>, %y: tensor<28x40xf32>, %height: tensor<f32>) -> tensor<28x40xf32> {
  %xx = stablehlo.multiply %x, %x : tensor<28x40xf32>
  %yy = stablehlo.multiply %y, %y : tensor<28x40xf32>
  %distance = stablehlo.add %xx, %yy : tensor<28x40xf32>
  %width = stablehlo.constant dense<-60.0> : tensor<28x40xf32>
  %fall = stablehlo.divide %distance, %width : tensor<28x40xf32>
  %shape = stablehlo.exponential %fall : tensor<28x40xf32>
  %top = stablehlo.broadcast_in_dim %height, dims = [] : (tensor<f32>) -> tensor<28x40xf32>
  %hill = stablehlo.multiply %shape, %top : tensor<28x40xf32>
  return %hill : tensor<28x40xf32>
}
