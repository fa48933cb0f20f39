// e^-|x| I1(x) is odd, and 0 far out.
func.func @bessel_i1e_values() {
  %x = stablehlo.constant dense<[0.0, 1.0, -1.0, 10.0, 0x7FF0000000000000]> : tensor<5xf64>
  %r = chlo.bessel_i1e %x : tensor<5xf64> -> tensor<5xf64>
  check.expect_almost_eq_const %r, dense<[0.0, 0.20791041534970847, -0.20791041534970847, 0.12126268138445555, 0.0]> : tensor<5xf64> {tolerance = 1.0e-15 : f64}
  return
}

// -----

func.func @bessel_i1e_scalar() {
  %x = stablehlo.constant dense<1.0> : tensor<bf16>
  %r = chlo.bessel_i1e %x : tensor<bf16> -> tensor<bf16>
  check.expect_eq_const %r, dense<0.208007812> : tensor<bf16>
  return
}
