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

// -----

// Without infinities the greatest value is the last one; from below, the least subnormal of a
// type without -0 is followed by 0.
func.func @next_after_of_narrow_floats() {
  %x = stablehlo.constant dense<[0.0, -0.5, 4.0, 6.0, 6.0]> : tensor<5xf4E2M1FN>
  %y = stablehlo.constant dense<[-6.0, 1.0, 6.0, 6.0, -6.0]> : tensor<5xf4E2M1FN>
  %f4 = chlo.next_after %x, %y : tensor<5xf4E2M1FN>, tensor<5xf4E2M1FN> -> tensor<5xf4E2M1FN>
  check.expect_eq_const %f4, dense<[-0.5, -0.0, 6.0, 6.0, 4.0]> : tensor<5xf4E2M1FN>
  %a = stablehlo.constant dense<[1.0, 28.0, -0.0625]> : tensor<3xf6E3M2FN>
  %b = stablehlo.constant dense<[2.0, 0.0, 28.0]> : tensor<3xf6E3M2FN>
  %f6 = chlo.next_after %a, %b : tensor<3xf6E3M2FN>, tensor<3xf6E3M2FN> -> tensor<3xf6E3M2FN>
  check.expect_eq_const %f6, dense<[1.25, 24.0, -0.0]> : tensor<3xf6E3M2FN>
  %c = stablehlo.constant dense<[416.0, 448.0, 1.0]> : tensor<3xf8E4M3FN>
  %d = stablehlo.constant dense<[448.0, 1.0, 0.0]> : tensor<3xf8E4M3FN>
  %fn = chlo.next_after %c, %d : tensor<3xf8E4M3FN>, tensor<3xf8E4M3FN> -> tensor<3xf8E4M3FN>
  check.expect_eq_const %fn, dense<[448.0, 416.0, 0.9375]> : tensor<3xf8E4M3FN>
  %least = stablehlo.constant dense<[0x81, 0x00, 0x01]> : tensor<3xf8E4M3FNUZ>
  %to = stablehlo.constant dense<[1.0, -1.0, 0.0]> : tensor<3xf8E4M3FNUZ>
  %fnuz = chlo.next_after %least, %to : tensor<3xf8E4M3FNUZ>, tensor<3xf8E4M3FNUZ> -> tensor<3xf8E4M3FNUZ>
  %bits = stablehlo.bitcast_convert %fnuz : (tensor<3xf8E4M3FNUZ>) -> tensor<3xui8>
  check.expect_eq_const %bits, dense<[0x00, 0x81, 0x00]> : tensor<3xui8>
  %e = stablehlo.constant dense<[1.0, 1.0, 0.5]> : tensor<3xf8E8M0FNU>
  %f = stablehlo.constant dense<[8.0, 0.125, 0.5]> : tensor<3xf8E8M0FNU>
  %powers = chlo.next_after %e, %f : tensor<3xf8E8M0FNU>, tensor<3xf8E8M0FNU> -> tensor<3xf8E8M0FNU>
  check.expect_eq_const %powers, dense<[2.0, 0.5, 0.5]> : tensor<3xf8E8M0FNU>
  return
}

// -----

func.func @next_after_of_narrow_nan() {
  %x = stablehlo.constant dense<[0xFF, 0x38]> : tensor<2xf8E4M3FN>
  %y = stablehlo.constant dense<[0x38, 0x7F]> : tensor<2xf8E4M3FN>
  %r = chlo.next_after %x, %y : tensor<2xf8E4M3FN>, tensor<2xf8E4M3FN> -> tensor<2xf8E4M3FN>
  %number = stablehlo.compare EQ, %r, %r : (tensor<2xf8E4M3FN>, tensor<2xf8E4M3FN>) -> tensor<2xi1>
  check.expect_eq_const %number, dense<false> : tensor<2xi1>
  return
}
