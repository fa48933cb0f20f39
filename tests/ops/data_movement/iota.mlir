func.func @iota_each_dimension() {
  %r = stablehlo.iota dim = 0 : tensor<3x2xi32>
  check.expect_eq_const %r, dense<[[0, 0], [1, 1], [2, 2]]> : tensor<3x2xi32>
  %s = stablehlo.iota dim = 1 : tensor<2x3xf16>
  check.expect_eq_const %s, dense<[[0.0, 1.0, 2.0], [0.0, 1.0, 2.0]]> : tensor<2x3xf16>
  %c = stablehlo.iota dim = 0 : tensor<2xcomplex<f32>>
  check.expect_eq_const %c, dense<[(0.0, 0.0), (1.0, 0.0)]> : tensor<2xcomplex<f32>>
  return
}

// -----

// Past its width an integer wraps.
func.func @iota_wraps() {
  %r = stablehlo.iota dim = 0 : tensor<10xi4>
  check.expect_eq_const %r, dense<[0, 1, 2, 3, 4, 5, 6, 7, -8, -7]> : tensor<10xi4>
  return
}
