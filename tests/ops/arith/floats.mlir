// maximumf gives NaN, maxnumf the number; ordered comparisons of NaN are false.
func.func @nan() {
  %a = arith.constant dense<[1.0, 0x7FC00000, 3.0]> : tensor<3xf32>
  %b = arith.constant dense<[2.0, 5.0, 0x7FC00000]> : tensor<3xf32>
  %max = arith.maxnumf %a, %b : tensor<3xf32>
  check.expect_eq_const %max, dense<[2.0, 5.0, 3.0]> : tensor<3xf32>
  %min = arith.minnumf %a, %b : tensor<3xf32>
  check.expect_eq_const %min, dense<[1.0, 5.0, 3.0]> : tensor<3xf32>
  %nan = arith.maximumf %a, %b : tensor<3xf32>
  check.expect_almost_eq_const %nan, dense<[2.0, 0x7FC00000, 0x7FC00000]> : tensor<3xf32>
  %ordered = arith.cmpf olt, %a, %b : tensor<3xf32>
  check.expect_eq_const %ordered, dense<[true, false, false]> : tensor<3xi1>
  %unordered = arith.cmpf ult, %a, %b : tensor<3xf32>
  check.expect_eq_const %unordered, dense<[true, true, true]> : tensor<3xi1>
  %one = arith.cmpf one, %a, %b : tensor<3xf32>
  check.expect_eq_const %one, dense<[true, false, false]> : tensor<3xi1>
  %uno = arith.cmpf uno, %a, %b : tensor<3xf32>
  check.expect_eq_const %uno, dense<[false, true, true]> : tensor<3xi1>
  return
}

// -----

func.func @casts() {
  %a = arith.constant dense<[1.75, -1.75]> : tensor<2xf64>
  %i = arith.fptosi %a : tensor<2xf64> to tensor<2xi32>
  check.expect_eq_const %i, dense<[1, -1]> : tensor<2xi32>
  %s = arith.truncf %a : tensor<2xf64> to tensor<2xbf16>
  check.expect_eq_const %s, dense<[1.75, -1.75]> : tensor<2xbf16>
  %bits = arith.bitcast %a : tensor<2xf64> to tensor<2xi64>
  check.expect_eq_const %bits, dense<[0x3FFC000000000000, -0x4004000000000000]> : tensor<2xi64>
  return
}
