// Bounds may be scalars; where they cross, the upper one wins.
func.func @clamp_scalar_bounds() {
  %low = stablehlo.constant dense<3> : tensor<i32>
  %high = stablehlo.constant dense<1> : tensor<i32>
  %x = stablehlo.constant dense<[0, 2, 9]> : tensor<3xi32>
  %r = stablehlo.clamp %low, %x, %high : (tensor<i32>, tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
  check.expect_eq_const %r, dense<[1, 1, 1]> : tensor<3xi32>
  return
}

// -----

func.func @clamp_each() {
  %low = stablehlo.constant dense<[0.0, 0.0, -1.0]> : tensor<3xf32>
  %high = stablehlo.constant dense<[1.0, 1.0, 2.0]> : tensor<3xf32>
  %x = stablehlo.constant dense<[-5.0, 0.5, 5.0]> : tensor<3xf32>
  %r = stablehlo.clamp %low, %x, %high : tensor<3xf32>
  check.expect_eq_const %r, dense<[0.0, 0.5, 2.0]> : tensor<3xf32>
  return
}
