func.func @infinities() {
  %x = stablehlo.constant dense<[0x7F800000, 0xFF800000, 1.0, 0x7FC00000]> : tensor<4xf32>
  %either = chlo.is_inf %x : tensor<4xf32> -> tensor<4xi1>
  check.expect_eq_const %either, dense<[true, true, false, false]> : tensor<4xi1>
  %positive = chlo.is_pos_inf %x : tensor<4xf32> -> tensor<4xi1>
  check.expect_eq_const %positive, dense<[true, false, false, false]> : tensor<4xi1>
  %negative = chlo.is_neg_inf %x : tensor<4xf32> -> tensor<4xi1>
  check.expect_eq_const %negative, dense<[false, true, false, false]> : tensor<4xi1>
  return
}

// -----

// A type without infinities has none.
func.func @infinities_of_small_floats() {
  %x = stablehlo.constant dense<[448.0, -448.0]> : tensor<2xf8E4M3FN>
  %r = chlo.is_inf %x : tensor<2xf8E4M3FN> -> tensor<2xi1>
  check.expect_eq_const %r, dense<false> : tensor<2xi1>
  return
}

// -----

func.func @infinities_of_nothing() {
  %x = stablehlo.constant dense<> : tensor<0xf64>
  %r = chlo.is_inf %x : tensor<0xf64> -> tensor<0xi1>
  check.expect_eq_const %r, dense<> : tensor<0xi1>
  return
}
