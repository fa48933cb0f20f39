// Integers round towards zero; by zero gives all ones; the least by -1 wraps.
func.func @divide_integer() {
  %x = stablehlo.constant dense<[7, -7, 5, -2147483648]> : tensor<4xi32>
  %y = stablehlo.constant dense<[2, 2, 0, -1]> : tensor<4xi32>
  %r = stablehlo.divide %x, %y : tensor<4xi32>
  check.expect_eq_const %r, dense<[3, -3, -1, -2147483648]> : tensor<4xi32>
  return
}

// -----

func.func @divide_unsigned() {
  %x = stablehlo.constant dense<[200, 7]> : tensor<2xui8>
  %y = stablehlo.constant dense<[3, 0]> : tensor<2xui8>
  %r = stablehlo.divide %x, %y : tensor<2xui8>
  check.expect_eq_const %r, dense<[66, 255]> : tensor<2xui8>
  return
}

// -----

func.func @divide_float() {
  %x = stablehlo.constant dense<[1.0, -1.0, 0.0]> : tensor<3xf32>
  %y = stablehlo.constant dense<[0.0, 0.0, 0.0]> : tensor<3xf32>
  %r = stablehlo.divide %x, %y : tensor<3xf32>
  %expected = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<3xf32>
  check.expect_almost_eq %r, %expected : tensor<3xf32>, tensor<3xf32>
  return
}

// -----

// Zeros have the signs of a division by a number that has one; subnormal divisors lose nothing.
func.func @divide_complex() {
  %x = stablehlo.constant dense<[(-3.0, 0.0), (0.0, 2.0), (1.0, 0.0), (0.75, -1.0e30), (2.0, 4.0)]> : tensor<5xcomplex<f64>>
  %y = stablehlo.constant dense<[(-2.0, 0.0), (-3.0, -0.0), (0x7FF0000000000000, 1.0), (-5.0e-324, 0.0), (1.0e-323, 1.0e-323)]> : tensor<5xcomplex<f64>>
  %r = stablehlo.divide %x, %y : tensor<5xcomplex<f64>>
  %re = stablehlo.real %r : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
  %im = stablehlo.imag %r : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
  %re_bits = stablehlo.bitcast_convert %re : (tensor<5xf64>) -> tensor<5xi64>
  %im_bits = stablehlo.bitcast_convert %im : (tensor<5xf64>) -> tensor<5xi64>
  %re_expected = stablehlo.constant dense<[1.5, -0.0, 0.0, 0xFFF0000000000000, 0x7FF0000000000000]> : tensor<5xf64>
  %im_expected = stablehlo.constant dense<[-0.0, -0.66666666666666663, 0.0, 0x7FF0000000000000, 0x7FF0000000000000]> : tensor<5xf64>
  %re_expected_bits = stablehlo.bitcast_convert %re_expected : (tensor<5xf64>) -> tensor<5xi64>
  %im_expected_bits = stablehlo.bitcast_convert %im_expected : (tensor<5xf64>) -> tensor<5xi64>
  check.expect_eq %re_bits, %re_expected_bits : tensor<5xi64>, tensor<5xi64>
  check.expect_eq %im_bits, %im_expected_bits : tensor<5xi64>, tensor<5xi64>
  return
}
