func.func @square_real() {
  %x = stablehlo.constant dense<[[1.5, -3.0]]> : tensor<1x2xf64>
  %r = chlo.square %x : tensor<1x2xf64> -> tensor<1x2xf64>
  check.expect_eq_const %r, dense<[[2.25, 9.0]]> : tensor<1x2xf64>
  return
}

// -----

// (x - y) (x + y) and 2 x y: equal parts give exactly 0, even where their squares overflow.
func.func @square_complex() {
  %x = stablehlo.constant dense<[(3.0, 4.0), (1.0e30, 1.0e30)]> : tensor<2xcomplex<f32>>
  %r = chlo.square %x : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  check.expect_eq_const %r, dense<[(-7.0, 24.0), (0.0, 0x7F800000)]> : tensor<2xcomplex<f32>>
  return
}
