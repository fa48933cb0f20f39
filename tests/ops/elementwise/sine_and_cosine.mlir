// Huge arguments are reduced exactly.
func.func @sine_and_cosine_of_large() {
  %x = stablehlo.constant dense<[0.0, 1.0e22]> : tensor<2xf64>
  %s = stablehlo.sine %x : tensor<2xf64>
  %c = stablehlo.cosine %x : tensor<2xf64>
  check.expect_almost_eq_const %s, dense<[0.0, -0.8522008497671888]> : tensor<2xf64> {tolerance = 1.0e-15 : f64}
  check.expect_almost_eq_const %c, dense<[1.0, 0.5232147853951389]> : tensor<2xf64> {tolerance = 1.0e-15 : f64}
  return
}
