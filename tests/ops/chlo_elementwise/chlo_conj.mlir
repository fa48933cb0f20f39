// conj negates the imaginary part; a real number is unchanged.
func.func @conj_complex() {
  %x = stablehlo.constant dense<[(1.0, 2.0), (-3.0, -4.0)]> : tensor<2xcomplex<f32>>
  %r = chlo.conj %x : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  check.expect_eq_const %r, dense<[(1.0, -2.0), (-3.0, 4.0)]> : tensor<2xcomplex<f32>>
  return
}

// -----

func.func @conj_real() {
  %x = stablehlo.constant dense<[1.5, -2.5]> : tensor<2xbf16>
  %r = chlo.conj %x : tensor<2xbf16> -> tensor<2xbf16>
  check.expect_eq_const %r, dense<[1.5, -2.5]> : tensor<2xbf16>
  return
}
