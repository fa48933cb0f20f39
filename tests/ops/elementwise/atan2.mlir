// The quadrant comes from both signs, of zeros too.
func.func @atan2_quadrants() {
  %y = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0.0]> : tensor<5xf32>
  %x = stablehlo.constant dense<[-1.0, -1.0, 0.0, 0.0, 1.0]> : tensor<5xf32>
  %r = stablehlo.atan2 %y, %x : tensor<5xf32>
  check.expect_eq_const %r, dense<[3.14159274, -3.14159274, 1.57079637, -1.57079637, 0.0]> : tensor<5xf32>
  return
}
