// log 3!, log sqrt(pi), and infinity at the poles.
func.func @lgamma_values() {
  %x = stablehlo.constant dense<[4.0, 0.5, 1.0, -2.0]> : tensor<4xf64>
  %r = chlo.lgamma %x : tensor<4xf64> -> tensor<4xf64>
  %expected = stablehlo.constant dense<[1.791759469228055, 0.57236494292470008, 0.0, 0x7FF0000000000000]> : tensor<4xf64>
  check.expect_almost_eq %r, %expected {tolerance = 1.0e-15 : f64} : tensor<4xf64>, tensor<4xf64>
  return
}

// -----

// -gamma at 1, 1 - gamma at 2; NaN at the poles.
func.func @digamma_values() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.0]> : tensor<3xf64>
  %r = chlo.digamma %x : tensor<3xf64> -> tensor<3xf64>
  %expected = stablehlo.constant dense<[-0.57721566490153287, 0.42278433509846713, 0x7FF8000000000000]> : tensor<3xf64>
  check.expect_almost_eq %r, %expected {tolerance = 1.0e-15 : f64} : tensor<3xf64>, tensor<3xf64>
  return
}

// -----

// zeta(2, 1) = pi^2 / 6, and a term less at 2.
func.func @zeta_values() {
  %x = stablehlo.constant dense<[2.0, 2.0, 1.0, 0.5]> : tensor<4xf64>
  %q = stablehlo.constant dense<[1.0, 2.0, 1.0, 1.0]> : tensor<4xf64>
  %r = chlo.zeta %x, %q : tensor<4xf64>, tensor<4xf64> -> tensor<4xf64>
  %expected = stablehlo.constant dense<[1.6449340668482264, 0.64493406684822641, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<4xf64>
  check.expect_almost_eq %r, %expected {tolerance = 1.0e-15 : f64} : tensor<4xf64>, tensor<4xf64>
  return
}

// -----

// Order 0 is digamma, order 1 zeta(2, x); other orders than natural ones are none.
func.func @polygamma_values() {
  %n = stablehlo.constant dense<[0.0, 1.0, 2.0, 0.5]> : tensor<4xf32>
  %x = stablehlo.constant dense<1.0> : tensor<4xf32>
  %r = chlo.polygamma %n, %x : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  %expected = stablehlo.constant dense<[-0.577215672, 1.64493406, -2.40411377, 0x7FC00000]> : tensor<4xf32>
  check.expect_close %r, %expected {max_ulp_difference = 1 : ui64} : tensor<4xf32>, tensor<4xf32>
  return
}
