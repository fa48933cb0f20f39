// Integers wrap at their width.
func.func @add_wraps() {
  %x = stablehlo.constant dense<[100, -100, 7]> : tensor<3xi8>
  %y = stablehlo.constant dense<[100, -100, -7]> : tensor<3xi8>
  %r = stablehlo.add %x, %y : tensor<3xi8>
  check.expect_eq_const %r, dense<[-56, 56, 0]> : tensor<3xi8>
  return
}

// -----

// Narrow integers wrap at their true width, not at the byte that holds them.
func.func @add_narrow() {
  %x = stablehlo.constant dense<[7, -8, 3]> : tensor<3xi4>
  %y = stablehlo.constant dense<[1, -1, -3]> : tensor<3xi4>
  %r = stablehlo.add %x, %y : tensor<3xi4>
  check.expect_eq_const %r, dense<[-8, 7, 0]> : tensor<3xi4>
  return
}

// -----

// Of booleans, addition is logical or.
func.func @add_boolean() {
  %x = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  %y = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
  %r = stablehlo.add %x, %y : tensor<4xi1>
  check.expect_eq_const %r, dense<[false, true, true, true]> : tensor<4xi1>
  return
}

// -----

// bfloat16 has eight bits of significand: 256 + 1 is a tie and goes to even.
func.func @add_rounds_once() {
  %x = stablehlo.constant dense<[256.0, 258.0]> : tensor<2xbf16>
  %y = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xbf16>
  %r = stablehlo.add %x, %y : tensor<2xbf16>
  check.expect_eq_const %r, dense<[256.0, 260.0]> : tensor<2xbf16>
  return
}

// -----

// Past 448 this format has neither a number nor an infinity: NaN.
func.func @add_overflows_to_nan() {
  %x = stablehlo.constant dense<[448.0, 1.0]> : tensor<2xf8E4M3FN>
  %y = stablehlo.constant dense<[448.0, 0.125]> : tensor<2xf8E4M3FN>
  %r = stablehlo.add %x, %y : tensor<2xf8E4M3FN>
  %bits = stablehlo.bitcast_convert %r : (tensor<2xf8E4M3FN>) -> tensor<2xui8>
  check.expect_eq_const %bits, dense<[0x7F, 0x39]> : tensor<2xui8>
  return
}

// -----

func.func @add_complex() {
  %x = stablehlo.constant dense<(1.0, 2.0)> : tensor<complex<f64>>
  %y = stablehlo.constant dense<(0.5, -2.0)> : tensor<complex<f64>>
  %r = stablehlo.add %x, %y : tensor<complex<f64>>
  check.expect_eq_const %r, dense<(1.5, 0.0)> : tensor<complex<f64>>
  return
}
