// Integers wrap; what C++ leaves open is defined.
func.func @the_least_integer_is_its_own_negative() {
  %x = stablehlo.constant dense<[-128, 127, -1]> : tensor<3xi8>
  %negated = stablehlo.negate %x : tensor<3xi8>
  check.expect_eq_const %negated, dense<[-128, -127, 1]> : tensor<3xi8>
  %absolute = stablehlo.abs %x : tensor<3xi8>
  check.expect_eq_const %absolute, dense<[-128, 127, 1]> : tensor<3xi8>
  %sum = stablehlo.add %x, %x : tensor<3xi8>
  check.expect_eq_const %sum, dense<[0, -2, -2]> : tensor<3xi8>
  return
}

// -----

func.func @division_by_zero_is_all_ones_and_remainder_the_dividend() {
  %x = stablehlo.constant dense<[7, -7, -2147483648, 0]> : tensor<4xi32>
  %y = stablehlo.constant dense<[0, 0, -1, 0]> : tensor<4xi32>
  %quotient = stablehlo.divide %x, %y : tensor<4xi32>
  check.expect_eq_const %quotient, dense<[-1, -1, -2147483648, -1]> : tensor<4xi32>
  %remainder = stablehlo.remainder %x, %y : tensor<4xi32>
  check.expect_eq_const %remainder, dense<[7, -7, 0, 0]> : tensor<4xi32>
  %u = stablehlo.constant dense<[7, 0]> : tensor<2xui8>
  %zero = stablehlo.constant dense<0> : tensor<2xui8>
  %unsigned = stablehlo.divide %u, %zero : tensor<2xui8>
  check.expect_eq_const %unsigned, dense<255> : tensor<2xui8>
  return
}

// -----

func.func @quotients_go_towards_zero_and_remainders_have_the_dividends_sign() {
  %x = stablehlo.constant dense<[17, -17, 17, -17]> : tensor<4xi64>
  %y = stablehlo.constant dense<[5, 5, -5, -5]> : tensor<4xi64>
  %quotient = stablehlo.divide %x, %y : tensor<4xi64>
  check.expect_eq_const %quotient, dense<[3, -3, -3, 3]> : tensor<4xi64>
  %remainder = stablehlo.remainder %x, %y : tensor<4xi64>
  check.expect_eq_const %remainder, dense<[2, -2, 2, -2]> : tensor<4xi64>
  return
}

// -----

// By the value of the amount as unsigned: -1 is a shift by 255.
func.func @shifts_past_the_width_leave_nothing_but_the_sign() {
  %x = stablehlo.constant dense<[-64, 65, -1, 3]> : tensor<4xi8>
  %amount = stablehlo.constant dense<[1, 8, 100, -1]> : tensor<4xi8>
  %left = stablehlo.shift_left %x, %amount : tensor<4xi8>
  check.expect_eq_const %left, dense<[-128, 0, 0, 0]> : tensor<4xi8>
  %logical = stablehlo.shift_right_logical %x, %amount : tensor<4xi8>
  check.expect_eq_const %logical, dense<[96, 0, 0, 0]> : tensor<4xi8>
  %arithmetic = stablehlo.shift_right_arithmetic %x, %amount : tensor<4xi8>
  check.expect_eq_const %arithmetic, dense<[-32, 0, -1, 0]> : tensor<4xi8>
  return
}

// -----

func.func @integer_powers_with_negative_exponents_are_whole() {
  %x = stablehlo.constant dense<[0, 2, -1, -1, 2, 0, 3]> : tensor<7xi32>
  %y = stablehlo.constant dense<[0, -1, -3, -2, 33, -1, 21]> : tensor<7xi32>
  %power = stablehlo.power %x, %y : tensor<7xi32>
  // 3^21 = 10460353203 = 2 * 2^32 + 1870418611.
  check.expect_eq_const %power, dense<[1, 0, -1, 1, 0, 0, 1870418611]> : tensor<7xi32>
  return
}

// -----

func.func @the_element_type_says_whether_integers_are_unsigned() {
  %signed = stablehlo.constant dense<[-56, 100]> : tensor<2xi8>
  %unsigned = stablehlo.constant dense<[200, 100]> : tensor<2xui8>
  %a, %b = "stablehlo.optimization_barrier"(%signed, %unsigned) : (tensor<2xi8>, tensor<2xui8>) -> (tensor<2xi8>, tensor<2xui8>)
  %hundred = stablehlo.constant dense<100> : tensor<2xi8>
  %unsigned_hundred = stablehlo.constant dense<100> : tensor<2xui8>
  %less = stablehlo.compare LT, %a, %hundred : (tensor<2xi8>, tensor<2xi8>) -> tensor<2xi1>
  check.expect_eq_const %less, dense<[true, false]> : tensor<2xi1>
  %unsigned_less = stablehlo.compare LT, %b, %unsigned_hundred : (tensor<2xui8>, tensor<2xui8>) -> tensor<2xi1>
  check.expect_eq_const %unsigned_less, dense<[false, false]> : tensor<2xi1>
  return
}

// -----

func.func @booleans_add_by_or_multiply_by_and() {
  %x = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  %y = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
  %sum = stablehlo.add %x, %y : tensor<4xi1>
  check.expect_eq_const %sum, dense<[false, true, true, true]> : tensor<4xi1>
  %product = stablehlo.multiply %x, %y : tensor<4xi1>
  check.expect_eq_const %product, dense<[false, false, false, true]> : tensor<4xi1>
  %most = stablehlo.maximum %x, %y : tensor<4xi1>
  check.expect_eq_const %most, dense<[false, true, true, true]> : tensor<4xi1>
  %least = stablehlo.minimum %x, %y : tensor<4xi1>
  check.expect_eq_const %least, dense<[false, false, false, true]> : tensor<4xi1>
  %less = stablehlo.compare LT, %x, %y : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  check.expect_eq_const %less, dense<[false, true, false, false]> : tensor<4xi1>
  %not = stablehlo.not %x : tensor<4xi1>
  check.expect_eq_const %not, dense<[true, true, false, false]> : tensor<4xi1>
  return
}

// -----

func.func @bits_are_counted_in_the_width_of_the_type() {
  %x = stablehlo.constant dense<[-1, 1, 0]> : tensor<3xi4>
  %ones = stablehlo.popcnt %x : tensor<3xi4>
  check.expect_eq_const %ones, dense<[4, 1, 0]> : tensor<3xi4>
  %zeros = stablehlo.count_leading_zeros %x : tensor<3xi4>
  check.expect_eq_const %zeros, dense<[0, 3, 4]> : tensor<3xi4>
  return
}
