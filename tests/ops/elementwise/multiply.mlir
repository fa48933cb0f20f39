func.func @multiply_wraps() {
  %x = stablehlo.constant dense<[16, -128, 3]> : tensor<3xi8>
  %y = stablehlo.constant dense<[16, -1, -4]> : tensor<3xi8>
  %r = stablehlo.multiply %x, %y : tensor<3xi8>
  check.expect_eq_const %r, dense<[0, -128, -12]> : tensor<3xi8>
  return
}

// -----

func.func @multiply_complex() {
  %x = stablehlo.constant dense<(1.0, 2.0)> : tensor<complex<f32>>
  %y = stablehlo.constant dense<(3.0, -1.0)> : tensor<complex<f32>>
  %r = stablehlo.multiply %x, %y : tensor<complex<f32>>
  check.expect_eq_const %r, dense<(5.0, 5.0)> : tensor<complex<f32>>
  return
}

// -----

// The product of two 64-bit integers keeps its low half.
func.func @multiply_wide() {
  %x = stablehlo.constant dense<0x100000001> : tensor<ui64>
  %r = stablehlo.multiply %x, %x : tensor<ui64>
  check.expect_eq_const %r, dense<0x200000001> : tensor<ui64>
  return
}
