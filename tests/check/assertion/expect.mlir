// paddock: exact
// Both sides of an assertion have one type.

func.func @expect_eq_x1(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error @+1 {{check.expect_eq: }}
  "check.expect_eq"(%x, %y) : (tensor<2xf32>, tensor<3xf32>) -> ()
  func.return
}

func.func @expect_eq_const_x1(%x: tensor<2xf32>) {
  // expected-error @+1 {{check.expect_eq_const: }}
  "check.expect_eq_const"(%x) {value = dense<1.0> : tensor<3xf32>} : (tensor<2xf32>) -> ()
  func.return
}

func.func @expect_almost_eq_x1(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error @+1 {{check.expect_almost_eq: }}
  "check.expect_almost_eq"(%x, %y) : (tensor<2xf32>, tensor<3xf32>) -> ()
  func.return
}

func.func @expect_almost_eq_const_x1(%x: tensor<2xf32>) {
  // expected-error @+1 {{check.expect_almost_eq_const: }}
  "check.expect_almost_eq_const"(%x) {value = dense<1.0> : tensor<3xf32>} : (tensor<2xf32>) -> ()
  func.return
}

func.func @expect_close_x1(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error @+1 {{check.expect_close: }}
  "check.expect_close"(%x, %y) : (tensor<2xf32>, tensor<3xf32>) -> ()
  func.return
}

func.func @expect_almost_eq_integers(%x: tensor<2xi32>) {
  // expected-error @+1 {{lhs is tensor<2xi32>, not }}
  "check.expect_almost_eq"(%x, %x) : (tensor<2xi32>, tensor<2xi32>) -> ()
  func.return
}
