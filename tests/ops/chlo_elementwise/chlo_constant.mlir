func.func @constant_list() {
  %x = chlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  check.expect_eq_const %x, dense<[1, 2, 3]> : tensor<3xi32>
  return
}

// -----

func.func @constant_scalar() {
  %x = chlo.constant dense<(1.0, -2.0)> : tensor<complex<f64>>
  check.expect_eq_const %x, dense<(1.0, -2.0)> : tensor<complex<f64>>
  return
}

// -----

func.func @constant_nothing() {
  %x = chlo.constant dense<> : tensor<2x0xf16>
  check.expect_eq_const %x, dense<> : tensor<2x0xf16>
  return
}
