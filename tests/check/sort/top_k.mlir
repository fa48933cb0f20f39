// paddock: exact
// The largest values.

func.func @top_k_x1(%x: tensor<f32>) {
  // expected-error @+1 {{rank(operand) = 0}}
  %result:2 = "chlo.top_k"(%x) {k = 2 : i64} : (tensor<f32>) -> (tensor<2xf32>, tensor<2xi32>)
  func.return
}

func.func @top_k_x2(%x: tensor<4xf32>) {
  // expected-error @+1 {{k = 5 and dim(operand, -1) = 4}}
  %result:2 = "chlo.top_k"(%x) {k = 5 : i64} : (tensor<4xf32>) -> (tensor<5xf32>, tensor<5xi32>)
  func.return
}

func.func @top_k_x3(%x: tensor<4xf32>) {
  // expected-error @+1 {{shape(values) = shape(indices)}}
  %result:2 = "chlo.top_k"(%x) {k = 2 : i64} : (tensor<4xf32>) -> (tensor<3xf32>, tensor<2xi32>)
  func.return
}

func.func @top_k_x4(%x: tensor<4xf32>) {
  // expected-error @+1 {{element_type(values) = element_type(operand)}}
  %result:2 = "chlo.top_k"(%x) {k = 2 : i64} : (tensor<4xf32>) -> (tensor<2xf64>, tensor<2xi32>)
  func.return
}
