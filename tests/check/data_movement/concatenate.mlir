// paddock: exact
// One input after the other.

func.func @concatenate_c1(%x: tensor<2xf32>, %y: tensor<2xi32>) {
  // expected-error @+1 {{concatenate (C1): }}
  %result = stablehlo.concatenate %x, %y, dim = 0 : (tensor<2xf32>, tensor<2xi32>) -> tensor<4xf32>
  func.return
}

func.func @concatenate_c2(%x: tensor<2x1xf32>, %y: tensor<2x2xf32>) {
  // expected-error @+1 {{concatenate (C2): }}
  %result = stablehlo.concatenate %x, %y, dim = 0 : (tensor<2x1xf32>, tensor<2x2xf32>) -> tensor<4x1xf32>
  func.return
}

func.func @concatenate_c3() {
  // expected-error @+1 {{concatenate (C3): }}
  %result = "stablehlo.concatenate"() {dimension = 0 : i64} : () -> tensor<4xf32>
  func.return
}

func.func @concatenate_c4(%x: tensor<2xf32>) {
  // expected-error @+1 {{dimension = 1 and rank(inputs[0]) = 1}}
  %result = stablehlo.concatenate %x, %x, dim = 1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  func.return
}

func.func @concatenate_c4_negative(%x: tensor<2xf32>) {
  // expected-error @+1 {{dimension = -1}}
  %result = "stablehlo.concatenate"(%x, %x) {dimension = -1 : i64} : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  func.return
}

func.func @concatenate_c5(%x: tensor<2xf32>) {
  // expected-error @+1 {{concatenate (C5): }}
  %result = stablehlo.concatenate %x, %x, dim = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf64>
  func.return
}

func.func @concatenate_c6(%x: tensor<2xf32>) {
  // expected-error @+1 {{concatenate (C6): }}
  %result = stablehlo.concatenate %x, %x, dim = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<5xf32>
  func.return
}

func.func @concatenate_unknown(%x: tensor<?xf32>) {
  %result = stablehlo.concatenate %x, %x, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<5xf32>
  func.return
}

// The sizes agree with an unknown one, and not with each other.
func.func @concatenate_c2_through_unknown(%x: tensor<2x?xf32>, %y: tensor<2x3xf32>, %z: tensor<2x5xf32>) {
  // expected-error @+1 {{inputs[2] has shape [2, 5] and those before it [4, 3]}}
  %result = "stablehlo.concatenate"(%x, %y, %z) {dimension = 0 : i64} : (tensor<2x?xf32>, tensor<2x3xf32>, tensor<2x5xf32>) -> tensor<6x?xf32>
  func.return
}
