// paddock: exact
// The dimensions in another order.

func.func @transpose_c1(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{transpose (C1): }}
  %result = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf64>
  func.return
}

func.func @transpose_c2(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{transpose (C2): }}
  %result = stablehlo.transpose %x, dims = [1, 1] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  func.return
}

func.func @transpose_c2_size(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{transpose (C2): }}
  %result = stablehlo.transpose %x, dims = [0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  func.return
}

func.func @transpose_c3(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{transpose (C3): }}
  %result = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

func.func @transpose_c4(%x: tensor<2x2x!quant.uniform<i8:f32:0, {0.5:3, 0.25:4}>>) {
  // expected-error @+1 {{transpose (C4): }}
  %result = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x2x!quant.uniform<i8:f32:0, {0.5:3, 0.25:4}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {0.5:3, 0.25:4}>>
  func.return
}
