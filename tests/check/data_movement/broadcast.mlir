// paddock: exact
// Broadcasts.

func.func @broadcast_x1(%x: tensor<2xf32>) {
  // expected-error @+1 {{a size is -1}}
  %result = "stablehlo.broadcast"(%x) {broadcast_sizes = array<i64: -1>} : (tensor<2xf32>) -> tensor<1x2xf32>
  func.return
}

func.func @broadcast_x2(%x: tensor<2xf32>) {
  // expected-error @+1 {{shape(result) = broadcast_sizes + shape(operand)}}
  %result = stablehlo.broadcast %x, sizes = [3] : (tensor<2xf32>) -> tensor<2x3xf32>
  func.return
}

func.func @broadcast_x3(%x: tensor<2xf32>) {
  // expected-error @+1 {{the result has f64 and the operand f32}}
  %result = stablehlo.broadcast %x, sizes = [3] : (tensor<2xf32>) -> tensor<3x2xf64>
  func.return
}

func.func @broadcast_in_dim_c1(%x: tensor<2xf32>) {
  // expected-error @+1 {{broadcast_in_dim (C1): }}
  %result = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<2xf32>) -> tensor<3x2xf64>
  func.return
}

func.func @broadcast_in_dim_c2(%x: tensor<2xf32>) {
  // expected-error @+1 {{broadcast_in_dim (C2): }}
  %result = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<2xf32>) -> tensor<3x2xf32>
  func.return
}

func.func @broadcast_in_dim_c3(%x: tensor<2xf32>) {
  // expected-error @+1 {{broadcast_in_dim (C3): }}
  %result = stablehlo.broadcast_in_dim %x, dims = [2] : (tensor<2xf32>) -> tensor<3x2xf32>
  func.return
}

func.func @broadcast_in_dim_c4(%x: tensor<2x2xf32>) {
  // expected-error @+1 {{broadcast_in_dim (C4): }}
  %result = stablehlo.broadcast_in_dim %x, dims = [1, 1] : (tensor<2x2xf32>) -> tensor<3x2xf32>
  func.return
}

func.func @broadcast_in_dim_c5(%x: tensor<2xf32>) {
  // expected-error @+1 {{dim(operand, 0) = 2 and dim(result, 0) = 3}}
  %result = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<2xf32>) -> tensor<3x2xf32>
  func.return
}

func.func @broadcast_in_dim_c6(%x: tensor<2x!quant.uniform<i8:f32:0, {0.5:3, 0.25:4}>>) {
  // expected-error @+1 {{broadcast_in_dim (C6): }}
  %result = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<2x!quant.uniform<i8:f32:0, {0.5:3, 0.25:4}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {0.5:3, 0.25:4}>>
  func.return
}

func.func @broadcast_in_dim_dynamic(%x: tensor<2xf32>) {
  // expected-error @+1 {{its shape must be static, or have one size that is bounded}}
  %result = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<2xf32>) -> tensor<?x2xf32>
  func.return
}

func.func @broadcast_in_dim_expand(%x: tensor<1xf32>) {
  %result = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<1xf32>) -> tensor<3x2xf32>
  func.return
}
