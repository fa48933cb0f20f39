// Flags allow, and demand nothing: results are those without them.
func.func @flags_before_the_attributes() {
  %a = arith.constant dense<[4.0, -9.0]> : tensor<2xf32>
  %sum = arith.addf %a, %a fastmath<fast> : tensor<2xf32>
  check.expect_eq_const %sum, dense<[8.0, -18.0]> : tensor<2xf32>
  %less = arith.cmpf olt, %a, %sum fastmath<nnan, ninf> : tensor<2xf32>
  check.expect_eq_const %less, dense<[true, false]> : tensor<2xi1>
  %negative = arith.negf %a fastmath<contract> {mine.note = "kept"} : tensor<2xf32>
  %magnitude = math.absf %negative fastmath<none> : tensor<2xf32>
  check.expect_eq_const %magnitude, dense<[4.0, 9.0]> : tensor<2xf32>
  %i = arith.constant dense<[7, -8]> : tensor<2xi32>
  %twice = arith.addi %i, %i overflow<nsw, nuw> : tensor<2xi32>
  check.expect_eq_const %twice, dense<[14, -16]> : tensor<2xi32>
  %half = arith.divsi %twice, %i exact : tensor<2xi32>
  check.expect_eq_const %half, dense<2> : tensor<2xi32>
  return
}

// -----

func.func @a_flag_that_there_is_not(%a: tensor<2xf32>) {
  // expected-error @+1 {{expected a flag of fastmath, found 'quick'}}
  %sum = arith.addf %a, %a fastmath<quick> : tensor<2xf32>
  return
}
