// Constants that change nothing leave the other operand as it is.
func.func @neutral_integers() {
  %x = stablehlo.constant dense<[-128, -1, 0, 1, 127]> : tensor<5xi8>
  %zero = stablehlo.constant dense<0> : tensor<5xi8>
  %one = stablehlo.constant dense<1> : tensor<5xi8>
  %ones = stablehlo.constant dense<-1> : tensor<5xi8>
  %a = stablehlo.add %zero, %x : tensor<5xi8>
  %b = stablehlo.subtract %a, %zero : tensor<5xi8>
  %c = stablehlo.or %b, %zero : tensor<5xi8>
  %d = stablehlo.xor %zero, %c : tensor<5xi8>
  %e = stablehlo.and %d, %ones : tensor<5xi8>
  %f = stablehlo.multiply %one, %e : tensor<5xi8>
  %g = stablehlo.divide %f, %one : tensor<5xi8>
  %h = stablehlo.shift_left %g, %zero : tensor<5xi8>
  %i = stablehlo.shift_right_arithmetic %h, %zero : tensor<5xi8>
  check.expect_eq_const %i, dense<[-128, -1, 0, 1, 127]> : tensor<5xi8>
  return
}

// -----

// The same constants on the other side, or of another operation, change something.
func.func @constants_that_matter() {
  %x = stablehlo.constant dense<[-7, 0, 3]> : tensor<3xi32>
  %zero = stablehlo.constant dense<0> : tensor<3xi32>
  %one = stablehlo.constant dense<1> : tensor<3xi32>
  %a = stablehlo.subtract %zero, %x : tensor<3xi32>
  check.expect_eq_const %a, dense<[7, 0, -3]> : tensor<3xi32>
  %b = stablehlo.divide %one, %x : tensor<3xi32>
  check.expect_eq_const %b, dense<[0, -1, 0]> : tensor<3xi32>
  %c = stablehlo.and %x, %one : tensor<3xi32>
  check.expect_eq_const %c, dense<[1, 0, 1]> : tensor<3xi32>
  %d = stablehlo.shift_left %zero, %x : tensor<3xi32>
  check.expect_eq_const %d, dense<0> : tensor<3xi32>
  return
}

// -----

// A sum with 0 makes a zero positive, so it is computed.
func.func @zeros_of_floats() {
  %x = stablehlo.constant dense<[-0.0, 1.0]> : tensor<2xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<2xf32>
  %sum = stablehlo.add %x, %zero : tensor<2xf32>
  %one = stablehlo.constant dense<1.0> : tensor<2xf32>
  %quotient = stablehlo.divide %one, %sum : tensor<2xf32>
  check.expect_eq_const %quotient, dense<[0x7F800000, 1.0]> : tensor<2xf32>
  return
}

// -----

func.func @neutral_booleans() {
  %x = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %false = stablehlo.constant dense<false> : tensor<2xi1>
  %true = stablehlo.constant dense<true> : tensor<2xi1>
  %a = stablehlo.compare NE, %x, %false : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  %b = stablehlo.compare EQ, %true, %a : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  %c = stablehlo.or %b, %false : tensor<2xi1>
  %d = stablehlo.and %true, %c : tensor<2xi1>
  %e = stablehlo.xor %d, %false : tensor<2xi1>
  check.expect_eq_const %e, dense<[true, false]> : tensor<2xi1>
  %f = stablehlo.compare EQ, %x, %false : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  check.expect_eq_const %f, dense<[false, true]> : tensor<2xi1>
  %g = stablehlo.xor %x, %true : tensor<2xi1>
  check.expect_eq_const %g, dense<[false, true]> : tensor<2xi1>
  return
}

// -----

// A known predicate selects an operand, which another operation reads too.
func.func @known_predicates() {
  %x = stablehlo.constant dense<[1.5, 2.5]> : tensor<2xf32>
  %y = stablehlo.constant dense<[3.0, 4.0]> : tensor<2xf32>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %false = stablehlo.constant dense<false> : tensor<2xi1>
  %sum = stablehlo.add %x, %y : tensor<2xf32>
  %a = stablehlo.select %true, %sum, %y : tensor<i1>, tensor<2xf32>
  %b = stablehlo.select %false, %x, %a : tensor<2xi1>, tensor<2xf32>
  %c = stablehlo.multiply %b, %sum : tensor<2xf32>
  check.expect_eq_const %c, dense<[20.25, 42.25]> : tensor<2xf32>
  return
}
