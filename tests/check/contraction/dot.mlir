// paddock: exact
// Products of vectors and matrices.

func.func @dot_x1(%x: tensor<1x2x3xf32>, %y: tensor<3x4xf32>) {
  // expected-error @+1 {{1 <= rank(lhs) <= 2}}
  %result = "stablehlo.dot"(%x, %y) : (tensor<1x2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}

func.func @dot_x2(%x: tensor<2x3xf32>, %y: tensor<2x4xf32>) {
  // expected-error @+1 {{dim(lhs, -1) = dim(rhs, 0), but they are 3 and 2}}
  %result = "stablehlo.dot"(%x, %y) : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}

func.func @dot_x3(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>) {
  // expected-error @+1 {{shape(result) = shape(lhs)[:-1] + shape(rhs)[1:]}}
  %result = "stablehlo.dot"(%x, %y) : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<4x2xf32>
  func.return
}

func.func @dot_x4(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>) {
  // expected-error @+1 {{it has 3 entries}}
  %result = "stablehlo.dot"(%x, %y) {precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGH>, #stablehlo<precision HIGH>]} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}

func.func @dot_x5(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>) {
  // expected-warning @+1 {{it has 1 entries}}
  %result = "stablehlo.dot"(%x, %y) {precision_config = [#stablehlo<precision HIGH>]} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}

func.func @dot_vectors(%x: tensor<3xf32>, %y: tensor<3xf32>) {
  %result = "stablehlo.dot"(%x, %y) : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  func.return
}
