func.func @round_nearest_afz_ties() {
  %x = stablehlo.constant dense<[-2.5, -0.5, 0.5, 0.49999997, 8388609.0]> : tensor<5xf32>
  %r = stablehlo.round_nearest_afz %x : tensor<5xf32>
  check.expect_eq_const %r, dense<[-3.0, -1.0, 1.0, 0.0, 8388609.0]> : tensor<5xf32>
  return
}
