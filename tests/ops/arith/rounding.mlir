// paddock: exact
// The words of rounding modes. A narrower float is rounded as they say.
func.func @truncf() {
  // 1 + 2^-24 lies halfway between 1 and the next f32, a little more above it, and so below -1.
  %x = stablehlo.constant dense<[1.000000059604644775390625, 1.0000000596046448, 1.0000000596046450, -1.000000059604644775390625, -1.0000000596046450, 1.0]> : tensor<6xf64>
  %even = arith.truncf %x to_nearest_even : tensor<6xf64> to tensor<6xf32>
  check.expect_eq_const %even, dense<[1.0, 1.0, 0x3F800001, -1.0, 0xBF800001, 1.0]> : tensor<6xf32>
  %down = arith.truncf %x downward : tensor<6xf64> to tensor<6xf32>
  check.expect_eq_const %down, dense<[1.0, 1.0, 1.0, 0xBF800001, 0xBF800001, 1.0]> : tensor<6xf32>
  %up = arith.truncf %x upward fastmath<nnan> : tensor<6xf64> to tensor<6xf32>
  check.expect_eq_const %up, dense<[0x3F800001, 0x3F800001, 0x3F800001, -1.0, -1.0, 1.0]> : tensor<6xf32>
  %zero = arith.truncf %x toward_zero : tensor<6xf64> to tensor<6xf32>
  check.expect_eq_const %zero, dense<[1.0, 1.0, 1.0, -1.0, -1.0, 1.0]> : tensor<6xf32>
  %away = arith.truncf %x to_nearest_away : tensor<6xf64> to tensor<6xf32>
  check.expect_eq_const %away, dense<[0x3F800001, 0x3F800001, 0x3F800001, 0xBF800001, 0xBF800001, 1.0]> : tensor<6xf32>
  return
}

// -----

// Past the ends of the range, and below its smallest number; the generic form has the mode's number.
func.func @ends() {
  %x = stablehlo.constant dense<[1.0E+6, -1.0E+6, 1.0E-9, -1.0E-9, 0x7F800000, 0x7FC00000]> : tensor<6xf32>
  %zero = "arith.truncf"(%x) {roundingmode = 3 : i32} : (tensor<6xf32>) -> tensor<6xf16>
  check.expect_almost_eq_const %zero, dense<[65504.0, -65504.0, 0.0, -0.0, 0x7C00, 0x7E00]> : tensor<6xf16>
  %up = "arith.truncf"(%x) {roundingmode = #arith<rounding_mode upward>} : (tensor<6xf32>) -> tensor<6xf16>
  check.expect_almost_eq_const %up, dense<[0x7C00, -65504.0, 0x0001, -0.0, 0x7C00, 0x7E00]> : tensor<6xf16>
  %down = arith.truncf %x downward : tensor<6xf32> to tensor<6xbf16>
  %wide = stablehlo.convert %down : (tensor<6xbf16>) -> tensor<6xf32>
  check.expect_almost_eq_const %wide, dense<[999424.0, -1003520.0, 9.96788963675499E-10, -1.00408215075731E-9, 0x7F800000, 0x7FC00000]> : tensor<6xf32>
  // Sums are rounded to the nearest, and may say so.
  %sum = arith.addf %x, %x to_nearest_even : tensor<6xf32>
  check.expect_almost_eq_const %sum, dense<[2.0E+6, -2.0E+6, 2.0E-9, -2.0E-9, 0x7F800000, 0x7FC00000]> : tensor<6xf32>
  return
}
