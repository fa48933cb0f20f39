// paddock: exact
// Padding around and between elements.

func.func @pad_c1(%x: tensor<3xi32>, %v: tensor<f32>) {
  // expected-error @+1 {{pad-c1}}
  %result = "stablehlo.pad"(%x, %v) {edge_padding_low = array<i64: 0>, edge_padding_high = array<i64: 0>, interior_padding = array<i64: 0>} : (tensor<3xi32>, tensor<f32>) -> tensor<3xi32>
  func.return
}

func.func @pad_c2(%x: tensor<3xi32>, %v: tensor<i32>) {
  // expected-error @+1 {{the sizes are 2, 1, 1 and the rank is 1}}
  %result = stablehlo.pad %x, %v, low = [0, 0], high = [0], interior = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
  func.return
}

func.func @pad_c3(%x: tensor<3xi32>, %v: tensor<i32>) {
  // expected-error @+1 {{pad (C3): 0 <= interior_padding, but interior_padding[0] = -1}}
  %result = stablehlo.pad %x, %v, low = [0], high = [0], interior = [-1] : (tensor<3xi32>, tensor<i32>) -> tensor<1xi32>
  func.return
}

func.func @pad_c4(%x: tensor<3xi32>, %v: tensor<i32>) {
  // expected-error @+1 {{pad (C4): }}
  %result = stablehlo.pad %x, %v, low = [1], high = [1], interior = [1] : (tensor<3xi32>, tensor<i32>) -> tensor<6xi32>
  func.return
}

func.func @pad_x1(%x: tensor<3xi32>, %v: tensor<i32>) {
  // expected-error @+1 {{dim(result, 0) = -1}}
  %result = stablehlo.pad %x, %v, low = [-2], high = [-2], interior = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<1xi32>
  func.return
}

func.func @pad_x1_too_large(%x: tensor<3xi32>, %v: tensor<i32>) {
  // expected-error @+1 {{dim(result, 0) is too large}}
  %result = stablehlo.pad %x, %v, low = [9223372036854775807], high = [1], interior = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<1xi32>
  func.return
}

func.func @pad_value_rank(%x: tensor<3xi32>) {
  // expected-error @+1 {{padding_value is tensor<3xi32>, not 0-dimensional}}
  %result = "stablehlo.pad"(%x, %x) {edge_padding_low = array<i64: 0>, edge_padding_high = array<i64: 0>, interior_padding = array<i64: 0>} : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  func.return
}

func.func @pad_bounded(%x: tensor<?xi32, #stablehlo.bounds<3>>, %v: tensor<i32>) {
  %result = stablehlo.pad %x, %v, low = [1], high = [0], interior = [1] : (tensor<?xi32, #stablehlo.bounds<3>>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<6>>
  func.return
}
