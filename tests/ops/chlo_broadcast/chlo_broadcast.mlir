// Shapes align at the right; sizes of 1 repeat.
func.func @broadcast_add_row_and_column() {
  %row = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
  %column = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi32>
  %r = chlo.broadcast_add %row, %column : (tensor<3xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %r, dense<[[11, 21, 31], [12, 22, 32]]> : tensor<2x3xi32>
  return
}

// -----

// broadcast_dimensions says where the operand of lower rank goes.
func.func @broadcast_subtract_dimensions() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %y = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %r = chlo.broadcast_subtract %x, %y {broadcast_dimensions = array<i64: 0>} : (tensor<2x2xi32>, tensor<2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %r, dense<[[0, 1], [1, 2]]> : tensor<2x2xi32>
  return
}

// -----

func.func @broadcast_scalars() {
  %x = stablehlo.constant dense<[1.0, 2.0, 4.0]> : tensor<3xf32>
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %product = chlo.broadcast_multiply %two, %x : (tensor<f32>, tensor<3xf32>) -> tensor<3xf32>
  check.expect_eq_const %product, dense<[2.0, 4.0, 8.0]> : tensor<3xf32>
  %quotient = chlo.broadcast_divide %x, %two : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  check.expect_eq_const %quotient, dense<[0.5, 1.0, 2.0]> : tensor<3xf32>
  %remainder = chlo.broadcast_remainder %x, %two : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  check.expect_eq_const %remainder, dense<[1.0, 0.0, 0.0]> : tensor<3xf32>
  %power = chlo.broadcast_power %x, %two : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  check.expect_eq_const %power, dense<[1.0, 4.0, 16.0]> : tensor<3xf32>
  %maximum = chlo.broadcast_maximum %x, %two : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  check.expect_eq_const %maximum, dense<[2.0, 2.0, 4.0]> : tensor<3xf32>
  %minimum = chlo.broadcast_minimum %x, %two : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  check.expect_eq_const %minimum, dense<[1.0, 2.0, 2.0]> : tensor<3xf32>
  %both = chlo.broadcast_add %two, %two : (tensor<f32>, tensor<f32>) -> tensor<f32>
  check.expect_eq_const %both, dense<4.0> : tensor<f32>
  return
}

// -----

func.func @broadcast_bits() {
  %x = stablehlo.constant dense<[12, -16]> : tensor<2xi8>
  %y = stablehlo.constant dense<[10]> : tensor<1xi8>
  %two = stablehlo.constant dense<2> : tensor<i8>
  %and = chlo.broadcast_and %x, %y : (tensor<2xi8>, tensor<1xi8>) -> tensor<2xi8>
  check.expect_eq_const %and, dense<[8, 0]> : tensor<2xi8>
  %or = chlo.broadcast_or %x, %y : (tensor<2xi8>, tensor<1xi8>) -> tensor<2xi8>
  check.expect_eq_const %or, dense<[14, -6]> : tensor<2xi8>
  %xor = chlo.broadcast_xor %x, %y : (tensor<2xi8>, tensor<1xi8>) -> tensor<2xi8>
  check.expect_eq_const %xor, dense<[6, -6]> : tensor<2xi8>
  %left = chlo.broadcast_shift_left %x, %two : (tensor<2xi8>, tensor<i8>) -> tensor<2xi8>
  check.expect_eq_const %left, dense<[48, -64]> : tensor<2xi8>
  %signed = chlo.broadcast_shift_right_arithmetic %x, %two : (tensor<2xi8>, tensor<i8>) -> tensor<2xi8>
  check.expect_eq_const %signed, dense<[3, -4]> : tensor<2xi8>
  %logical = chlo.broadcast_shift_right_logical %x, %two : (tensor<2xi8>, tensor<i8>) -> tensor<2xi8>
  check.expect_eq_const %logical, dense<[3, 60]> : tensor<2xi8>
  return
}

// -----

func.func @broadcast_compare_complex_select() {
  %x = stablehlo.constant dense<[1.0, 3.0]> : tensor<2xf32>
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %less = chlo.broadcast_compare %x, %two {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2xf32>, tensor<f32>) -> tensor<2xi1>
  check.expect_eq_const %less, dense<[true, false]> : tensor<2xi1>
  %complex = chlo.broadcast_complex %x, %two : (tensor<2xf32>, tensor<f32>) -> tensor<2xcomplex<f32>>
  check.expect_eq_const %complex, dense<[(1.0, 2.0), (3.0, 2.0)]> : tensor<2xcomplex<f32>>
  %column = stablehlo.constant dense<[[true], [false]]> : tensor<2x1xi1>
  %select = chlo.broadcast_select %column, %x, %two : (tensor<2x1xi1>, tensor<2xf32>, tensor<f32>) -> tensor<2x2xf32>
  check.expect_eq_const %select, dense<[[1.0, 3.0], [2.0, 2.0]]> : tensor<2x2xf32>
  %pred = stablehlo.constant dense<false> : tensor<i1>
  %scalar = chlo.broadcast_select %pred, %x, %two : (tensor<i1>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  check.expect_eq_const %scalar, dense<[2.0, 2.0]> : tensor<2xf32>
  return
}

// -----

func.func @broadcast_functions() {
  %x = stablehlo.constant dense<[2.0, 4.0]> : tensor<2xf64>
  %one = stablehlo.constant dense<1.0> : tensor<f64>
  %zeta = chlo.broadcast_zeta %x, %one : (tensor<2xf64>, tensor<f64>) -> tensor<2xf64>
  check.expect_almost_eq_const %zeta, dense<[1.6449340668482264, 1.0823232337111382]> : tensor<2xf64> {tolerance = 1.0e-15 : f64}
  %polygamma = chlo.broadcast_polygamma %one, %x : (tensor<f64>, tensor<2xf64>) -> tensor<2xf64>
  check.expect_almost_eq_const %polygamma, dense<[0.64493406684822641, 0.28382295573711525]> : tensor<2xf64> {tolerance = 1.0e-15 : f64}
  %atan2 = chlo.broadcast_atan2 %one, %one : (tensor<f64>, tensor<f64>) -> tensor<f64>
  check.expect_almost_eq_const %atan2, dense<0.78539816339744828> : tensor<f64> {tolerance = 1.0e-15 : f64}
  %next = chlo.broadcast_next_after %one, %x : (tensor<f64>, tensor<2xf64>) -> tensor<2xf64>
  check.expect_eq_const %next, dense<1.0000000000000002> : tensor<2xf64>
  return
}

// -----

// Nothing and a row of one are nothing.
func.func @broadcast_nothing() {
  %x = stablehlo.constant dense<> : tensor<0x3xf32>
  %y = stablehlo.constant dense<1.0> : tensor<1x3xf32>
  %r = chlo.broadcast_add %x, %y : (tensor<0x3xf32>, tensor<1x3xf32>) -> tensor<0x3xf32>
  check.expect_eq_const %r, dense<> : tensor<0x3xf32>
  return
}
