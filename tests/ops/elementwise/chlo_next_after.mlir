// From either zero to the least subnormal of the other's sign; through the end to infinity.
func.func @next_after_steps() {
  %x = stablehlo.constant dense<[1.0, 1.0, -0.0, 0x7F7FFFFF, 0.0]> : tensor<5xf32>
  %y = stablehlo.constant dense<[2.0, 0.0, 1.0, 0x7F800000, -0.0]> : tensor<5xf32>
  %r = chlo.next_after %x, %y : tensor<5xf32>, tensor<5xf32> -> tensor<5xf32>
  %bits = stablehlo.bitcast_convert %r : (tensor<5xf32>) -> tensor<5xui32>
  check.expect_eq_const %bits, dense<[0x3F800001, 0x3F7FFFFF, 0x00000001, 0x7F800000, 0x80000000]> : tensor<5xui32>
  return
}

// -----

func.func @next_after_nan() {
  %x = stablehlo.constant dense<[0x7E00, 1.0]> : tensor<2xf16>
  %y = stablehlo.constant dense<[1.0, 0x7E00]> : tensor<2xf16>
  %r = chlo.next_after %x, %y : tensor<2xf16>, tensor<2xf16> -> tensor<2xf16>
  %expected = stablehlo.constant dense<0x7E00> : tensor<2xf16>
  check.expect_almost_eq %r, %expected : tensor<2xf16>, tensor<2xf16>
  return
}
