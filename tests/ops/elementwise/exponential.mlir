func.func @exponential_special() {
  %x = stablehlo.constant dense<[0.0, 0xFF800000, 0x7F800000, -104.0, 89.0]> : tensor<5xf32>
  %r = stablehlo.exponential %x : tensor<5xf32>
  %expected = stablehlo.constant dense<[1.0, 0.0, 0x7F800000, 0.0, 0x7F800000]> : tensor<5xf32>
  check.expect_eq %r, %expected : tensor<5xf32>, tensor<5xf32>
  return
}

// -----

// Results below the least normal number stay.
func.func @exponential_subnormal() {
  %x = stablehlo.constant dense<-100.0> : tensor<f32>
  %r = stablehlo.exponential %x : tensor<f32>
  %bits = stablehlo.bitcast_convert %r : (tensor<f32>) -> tensor<i32>
  check.expect_eq_const %bits, dense<27> : tensor<i32>
  return
}
