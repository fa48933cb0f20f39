// paddock: exact
// add combines quantized types too.

func.func @add_c1(%x: tensor<2xf32>, %y: tensor<2xf64>) {
  // expected-error @+1 {{add (C1): }}
  %result = "stablehlo.add"(%x, %y) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  func.return
}

func.func @add_c1_shape(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error @+1 {{operand 1 has shape [3] and operand 0 has shape [2]}}
  %result = "stablehlo.add"(%x, %y) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  func.return
}

func.func @add_c2(%x: tensor<2xf32>, %y: tensor<2x!quant.uniform<i8:f32, 0.5:3>>) {
  // expected-error @+1 {{add (C2): }}
  %result = "stablehlo.add"(%x, %y) : (tensor<2xf32>, tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  func.return
}

func.func @add_c3(%x: tensor<2x!quant.uniform<i8:f32, 0.5:3>>) {
  // expected-error @+1 {{add (C3): }}
  %result = "stablehlo.add"(%x, %x) : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x!quant.uniform<i16:f32, 0.5:3>>
  func.return
}

func.func @add_c4(%x: tensor<2x!quant.uniform<i8:f32, 0.5:3>>) {
  // expected-error @+1 {{add (C4): }}
  %result = "stablehlo.add"(%x, %x) : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x!quant.uniform<i8:f64, 0.5:3>>
  func.return
}

func.func @add_c5(%x: tensor<2x2x!quant.uniform<i8:f32:0, {0.5:3, 0.25:4}>>) {
  // expected-error @+1 {{add (C5): }}
  %result = "stablehlo.add"(%x, %x) : (tensor<2x2x!quant.uniform<i8:f32:0, {0.5:3, 0.25:4}>>, tensor<2x2x!quant.uniform<i8:f32:0, {0.5:3, 0.25:4}>>) -> tensor<2x2x!quant.uniform<i8:f32, 0.5:3>>
  func.return
}

func.func @add_c6(%x: tensor<2x2x!quant.uniform<i8:f32:0, {0.5:3, 0.25:4}>>) {
  // expected-error @+1 {{add (C6): }}
  %result = "stablehlo.add"(%x, %x) : (tensor<2x2x!quant.uniform<i8:f32:0, {0.5:3, 0.25:4}>>, tensor<2x2x!quant.uniform<i8:f32:0, {0.5:3, 0.25:4}>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {0.5:3, 0.25:4}>>
  func.return
}

func.func @add_c7(%x: tensor<2x2x!quant.uniform<i8:f32:0, {0.5:3, 0.25:4}>>, %y: tensor<2x2x!quant.uniform<i8:f32:1, {0.5:3, 0.25:4}>>) {
  // expected-error @+1 {{add (C7): }}
  %result = "stablehlo.add"(%x, %y) : (tensor<2x2x!quant.uniform<i8:f32:0, {0.5:3, 0.25:4}>>, tensor<2x2x!quant.uniform<i8:f32:1, {0.5:3, 0.25:4}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {0.5:3, 0.25:4}>>
  func.return
}

func.func @add_bound(%x: tensor<5xf32>, %y: tensor<?xf32, #stablehlo.bounds<3>>) {
  // expected-error @+1 {{operand 1 has shape [?<=3] and operand 0 has shape [5]}}
  %result = "stablehlo.add"(%x, %y) : (tensor<5xf32>, tensor<?xf32, #stablehlo.bounds<3>>) -> tensor<5xf32>
  func.return
}
