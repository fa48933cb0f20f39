// The least integer has no positive counterpart and wraps to itself.
func.func @abs_least_integer() {
  %x = stablehlo.constant dense<[-128, -1, 0, 127]> : tensor<4xi8>
  %r = stablehlo.abs %x : tensor<4xi8>
  check.expect_eq_const %r, dense<[-128, 1, 0, 127]> : tensor<4xi8>
  return
}

// -----

// The sign goes, also of zero, of infinity and of NaN.
func.func @abs_float() {
  %x = stablehlo.constant dense<[-2.5, -0.0, 0xFF800000]> : tensor<3xf32>
  %r = stablehlo.abs %x : tensor<3xf32>
  %bits = stablehlo.bitcast_convert %r : (tensor<3xf32>) -> tensor<3xi32>
  check.expect_eq_const %bits, dense<[0x40200000, 0, 0x7F800000]> : tensor<3xi32>
  return
}

// -----

// The modulus of a complex number, without overflow on the way.
func.func @abs_complex() {
  %x = stablehlo.constant dense<[(3.0, -4.0), (3.0e38, 0.0), (0.0, 0.0)]> : tensor<3xcomplex<f32>>
  %r = stablehlo.abs %x : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
  check.expect_eq_const %r, dense<[5.0, 3.0e38, 0.0]> : tensor<3xf32>
  return
}

// -----

func.func @abs_empty() {
  %x = stablehlo.constant dense<> : tensor<0x3xi32>
  %r = stablehlo.abs %x : tensor<0x3xi32>
  check.expect_eq_const %r, dense<> : tensor<0x3xi32>
  return
}
