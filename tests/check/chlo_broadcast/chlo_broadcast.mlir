// paddock: exact
// Operands that do not broadcast, of other element types, or along no dimension.

func.func @broadcast_add_x1(%lhs: tensor<2xf32>, %rhs: tensor<3xf32>) {
  // expected-error @+1 {{chlo.broadcast_add: shape(result)}}
  %result = "chlo.broadcast_add"(%lhs, %rhs) : (tensor<2xf32>, tensor<3xf32>) -> tensor<3xf32>
  func.return
}

func.func @broadcast_add_x2(%lhs: tensor<2xf32>, %rhs: tensor<2xf64>) {
  // expected-error @+1 {{chlo.broadcast_add: element_type(}}
  %result = "chlo.broadcast_add"(%lhs, %rhs) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  func.return
}

func.func @broadcast_add_x3(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  // expected-warning @+1 {{broadcast_dimensions = [1] for ranks 1 and 1}}
  %result = "chlo.broadcast_add"(%lhs, %rhs) {broadcast_dimensions = array<i64: 1>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

func.func @broadcast_and_x1(%lhs: tensor<2xi32>, %rhs: tensor<3xi32>) {
  // expected-error @+1 {{chlo.broadcast_and: shape(result)}}
  %result = "chlo.broadcast_and"(%lhs, %rhs) : (tensor<2xi32>, tensor<3xi32>) -> tensor<3xi32>
  func.return
}

func.func @broadcast_and_x2(%lhs: tensor<2xi32>, %rhs: tensor<2xi64>) {
  // expected-error @+1 {{chlo.broadcast_and: element_type(}}
  %result = "chlo.broadcast_and"(%lhs, %rhs) : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  func.return
}

func.func @broadcast_and_x3(%lhs: tensor<2xi32>, %rhs: tensor<2xi32>) {
  // expected-warning @+1 {{broadcast_dimensions = [1] for ranks 1 and 1}}
  %result = "chlo.broadcast_and"(%lhs, %rhs) {broadcast_dimensions = array<i64: 1>} : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  func.return
}

func.func @broadcast_atan2_x1(%lhs: tensor<2xf32>, %rhs: tensor<3xf32>) {
  // expected-error @+1 {{chlo.broadcast_atan2: shape(result)}}
  %result = "chlo.broadcast_atan2"(%lhs, %rhs) : (tensor<2xf32>, tensor<3xf32>) -> tensor<3xf32>
  func.return
}

func.func @broadcast_atan2_x2(%lhs: tensor<2xf32>, %rhs: tensor<2xf64>) {
  // expected-error @+1 {{chlo.broadcast_atan2: element_type(}}
  %result = "chlo.broadcast_atan2"(%lhs, %rhs) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  func.return
}

func.func @broadcast_atan2_x3(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  // expected-warning @+1 {{broadcast_dimensions = [1] for ranks 1 and 1}}
  %result = "chlo.broadcast_atan2"(%lhs, %rhs) {broadcast_dimensions = array<i64: 1>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

func.func @broadcast_compare_x1(%lhs: tensor<2xf32>, %rhs: tensor<3xf32>) {
  // expected-error @+1 {{chlo.broadcast_compare: shape(result)}}
  %result = "chlo.broadcast_compare"(%lhs, %rhs) {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2xf32>, tensor<3xf32>) -> tensor<3xi1>
  func.return
}

func.func @broadcast_compare_x2(%lhs: tensor<2xf32>, %rhs: tensor<2xf64>) {
  // expected-error @+1 {{chlo.broadcast_compare: element_type(}}
  %result = "chlo.broadcast_compare"(%lhs, %rhs) {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xi1>
  func.return
}

func.func @broadcast_compare_x3(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  // expected-warning @+1 {{broadcast_dimensions = [1] for ranks 1 and 1}}
  %result = "chlo.broadcast_compare"(%lhs, %rhs) {broadcast_dimensions = array<i64: 1>, comparison_direction = #chlo<comparison_direction LT>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  func.return
}

func.func @broadcast_complex_x1(%lhs: tensor<2xf32>, %rhs: tensor<3xf32>) {
  // expected-error @+1 {{chlo.broadcast_complex: shape(result)}}
  %result = "chlo.broadcast_complex"(%lhs, %rhs) : (tensor<2xf32>, tensor<3xf32>) -> tensor<3xcomplex<f32>>
  func.return
}

func.func @broadcast_complex_x2(%lhs: tensor<2xf32>, %rhs: tensor<2xf64>) {
  // expected-error @+1 {{chlo.broadcast_complex: element_type(}}
  %result = "chlo.broadcast_complex"(%lhs, %rhs) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xcomplex<f32>>
  func.return
}

func.func @broadcast_complex_x3(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  // expected-warning @+1 {{broadcast_dimensions = [1] for ranks 1 and 1}}
  %result = "chlo.broadcast_complex"(%lhs, %rhs) {broadcast_dimensions = array<i64: 1>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f32>>
  func.return
}

func.func @broadcast_divide_x1(%lhs: tensor<2xf32>, %rhs: tensor<3xf32>) {
  // expected-error @+1 {{chlo.broadcast_divide: shape(result)}}
  %result = "chlo.broadcast_divide"(%lhs, %rhs) : (tensor<2xf32>, tensor<3xf32>) -> tensor<3xf32>
  func.return
}

func.func @broadcast_divide_x2(%lhs: tensor<2xf32>, %rhs: tensor<2xf64>) {
  // expected-error @+1 {{chlo.broadcast_divide: element_type(}}
  %result = "chlo.broadcast_divide"(%lhs, %rhs) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  func.return
}

func.func @broadcast_divide_x3(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  // expected-warning @+1 {{broadcast_dimensions = [1] for ranks 1 and 1}}
  %result = "chlo.broadcast_divide"(%lhs, %rhs) {broadcast_dimensions = array<i64: 1>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

func.func @broadcast_maximum_x1(%lhs: tensor<2xf32>, %rhs: tensor<3xf32>) {
  // expected-error @+1 {{chlo.broadcast_maximum: shape(result)}}
  %result = "chlo.broadcast_maximum"(%lhs, %rhs) : (tensor<2xf32>, tensor<3xf32>) -> tensor<3xf32>
  func.return
}

func.func @broadcast_maximum_x2(%lhs: tensor<2xf32>, %rhs: tensor<2xf64>) {
  // expected-error @+1 {{chlo.broadcast_maximum: element_type(}}
  %result = "chlo.broadcast_maximum"(%lhs, %rhs) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  func.return
}

func.func @broadcast_maximum_x3(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  // expected-warning @+1 {{broadcast_dimensions = [1] for ranks 1 and 1}}
  %result = "chlo.broadcast_maximum"(%lhs, %rhs) {broadcast_dimensions = array<i64: 1>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

func.func @broadcast_minimum_x1(%lhs: tensor<2xf32>, %rhs: tensor<3xf32>) {
  // expected-error @+1 {{chlo.broadcast_minimum: shape(result)}}
  %result = "chlo.broadcast_minimum"(%lhs, %rhs) : (tensor<2xf32>, tensor<3xf32>) -> tensor<3xf32>
  func.return
}

func.func @broadcast_minimum_x2(%lhs: tensor<2xf32>, %rhs: tensor<2xf64>) {
  // expected-error @+1 {{chlo.broadcast_minimum: element_type(}}
  %result = "chlo.broadcast_minimum"(%lhs, %rhs) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  func.return
}

func.func @broadcast_minimum_x3(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  // expected-warning @+1 {{broadcast_dimensions = [1] for ranks 1 and 1}}
  %result = "chlo.broadcast_minimum"(%lhs, %rhs) {broadcast_dimensions = array<i64: 1>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

func.func @broadcast_multiply_x1(%lhs: tensor<2xf32>, %rhs: tensor<3xf32>) {
  // expected-error @+1 {{chlo.broadcast_multiply: shape(result)}}
  %result = "chlo.broadcast_multiply"(%lhs, %rhs) : (tensor<2xf32>, tensor<3xf32>) -> tensor<3xf32>
  func.return
}

func.func @broadcast_multiply_x2(%lhs: tensor<2xf32>, %rhs: tensor<2xf64>) {
  // expected-error @+1 {{chlo.broadcast_multiply: element_type(}}
  %result = "chlo.broadcast_multiply"(%lhs, %rhs) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  func.return
}

func.func @broadcast_multiply_x3(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  // expected-warning @+1 {{broadcast_dimensions = [1] for ranks 1 and 1}}
  %result = "chlo.broadcast_multiply"(%lhs, %rhs) {broadcast_dimensions = array<i64: 1>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

func.func @broadcast_next_after_x1(%lhs: tensor<2xf32>, %rhs: tensor<3xf32>) {
  // expected-error @+1 {{chlo.broadcast_next_after: shape(result)}}
  %result = "chlo.broadcast_next_after"(%lhs, %rhs) : (tensor<2xf32>, tensor<3xf32>) -> tensor<3xf32>
  func.return
}

func.func @broadcast_next_after_x2(%lhs: tensor<2xf32>, %rhs: tensor<2xf64>) {
  // expected-error @+1 {{chlo.broadcast_next_after: element_type(}}
  %result = "chlo.broadcast_next_after"(%lhs, %rhs) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  func.return
}

func.func @broadcast_next_after_x3(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  // expected-warning @+1 {{broadcast_dimensions = [1] for ranks 1 and 1}}
  %result = "chlo.broadcast_next_after"(%lhs, %rhs) {broadcast_dimensions = array<i64: 1>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

func.func @broadcast_or_x1(%lhs: tensor<2xi32>, %rhs: tensor<3xi32>) {
  // expected-error @+1 {{chlo.broadcast_or: shape(result)}}
  %result = "chlo.broadcast_or"(%lhs, %rhs) : (tensor<2xi32>, tensor<3xi32>) -> tensor<3xi32>
  func.return
}

func.func @broadcast_or_x2(%lhs: tensor<2xi32>, %rhs: tensor<2xi64>) {
  // expected-error @+1 {{chlo.broadcast_or: element_type(}}
  %result = "chlo.broadcast_or"(%lhs, %rhs) : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  func.return
}

func.func @broadcast_or_x3(%lhs: tensor<2xi32>, %rhs: tensor<2xi32>) {
  // expected-warning @+1 {{broadcast_dimensions = [1] for ranks 1 and 1}}
  %result = "chlo.broadcast_or"(%lhs, %rhs) {broadcast_dimensions = array<i64: 1>} : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  func.return
}

func.func @broadcast_polygamma_x1(%lhs: tensor<2xf32>, %rhs: tensor<3xf32>) {
  // expected-error @+1 {{chlo.broadcast_polygamma: shape(result)}}
  %result = "chlo.broadcast_polygamma"(%lhs, %rhs) : (tensor<2xf32>, tensor<3xf32>) -> tensor<3xf32>
  func.return
}

func.func @broadcast_polygamma_x2(%lhs: tensor<2xf32>, %rhs: tensor<2xf64>) {
  // expected-error @+1 {{chlo.broadcast_polygamma: element_type(}}
  %result = "chlo.broadcast_polygamma"(%lhs, %rhs) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  func.return
}

func.func @broadcast_polygamma_x3(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  // expected-warning @+1 {{broadcast_dimensions = [1] for ranks 1 and 1}}
  %result = "chlo.broadcast_polygamma"(%lhs, %rhs) {broadcast_dimensions = array<i64: 1>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

func.func @broadcast_power_x1(%lhs: tensor<2xf32>, %rhs: tensor<3xf32>) {
  // expected-error @+1 {{chlo.broadcast_power: shape(result)}}
  %result = "chlo.broadcast_power"(%lhs, %rhs) : (tensor<2xf32>, tensor<3xf32>) -> tensor<3xf32>
  func.return
}

func.func @broadcast_power_x2(%lhs: tensor<2xf32>, %rhs: tensor<2xf64>) {
  // expected-error @+1 {{chlo.broadcast_power: element_type(}}
  %result = "chlo.broadcast_power"(%lhs, %rhs) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  func.return
}

func.func @broadcast_power_x3(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  // expected-warning @+1 {{broadcast_dimensions = [1] for ranks 1 and 1}}
  %result = "chlo.broadcast_power"(%lhs, %rhs) {broadcast_dimensions = array<i64: 1>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

func.func @broadcast_remainder_x1(%lhs: tensor<2xf32>, %rhs: tensor<3xf32>) {
  // expected-error @+1 {{chlo.broadcast_remainder: shape(result)}}
  %result = "chlo.broadcast_remainder"(%lhs, %rhs) : (tensor<2xf32>, tensor<3xf32>) -> tensor<3xf32>
  func.return
}

func.func @broadcast_remainder_x2(%lhs: tensor<2xf32>, %rhs: tensor<2xf64>) {
  // expected-error @+1 {{chlo.broadcast_remainder: element_type(}}
  %result = "chlo.broadcast_remainder"(%lhs, %rhs) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  func.return
}

func.func @broadcast_remainder_x3(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  // expected-warning @+1 {{broadcast_dimensions = [1] for ranks 1 and 1}}
  %result = "chlo.broadcast_remainder"(%lhs, %rhs) {broadcast_dimensions = array<i64: 1>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

func.func @broadcast_select_x1(%pred: tensor<2xi1>, %on_true: tensor<3xf32>) {
  // expected-error @+1 {{chlo.broadcast_select: shape(result)}}
  %result = "chlo.broadcast_select"(%pred, %on_true, %on_true) : (tensor<2xi1>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  func.return
}

func.func @broadcast_select_x2(%pred: tensor<i1>, %on_true: tensor<3xf32>, %on_false: tensor<3xf64>) {
  // expected-error @+1 {{chlo.broadcast_select: element_type(on_true)}}
  %result = "chlo.broadcast_select"(%pred, %on_true, %on_false) : (tensor<i1>, tensor<3xf32>, tensor<3xf64>) -> tensor<3xf32>
  func.return
}

func.func @broadcast_shift_left_x1(%lhs: tensor<2xi32>, %rhs: tensor<3xi32>) {
  // expected-error @+1 {{chlo.broadcast_shift_left: shape(result)}}
  %result = "chlo.broadcast_shift_left"(%lhs, %rhs) : (tensor<2xi32>, tensor<3xi32>) -> tensor<3xi32>
  func.return
}

func.func @broadcast_shift_left_x2(%lhs: tensor<2xi32>, %rhs: tensor<2xi64>) {
  // expected-error @+1 {{chlo.broadcast_shift_left: element_type(}}
  %result = "chlo.broadcast_shift_left"(%lhs, %rhs) : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  func.return
}

func.func @broadcast_shift_left_x3(%lhs: tensor<2xi32>, %rhs: tensor<2xi32>) {
  // expected-warning @+1 {{broadcast_dimensions = [1] for ranks 1 and 1}}
  %result = "chlo.broadcast_shift_left"(%lhs, %rhs) {broadcast_dimensions = array<i64: 1>} : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  func.return
}

func.func @broadcast_shift_right_arithmetic_x1(%lhs: tensor<2xi32>, %rhs: tensor<3xi32>) {
  // expected-error @+1 {{chlo.broadcast_shift_right_arithmetic: shape(result)}}
  %result = "chlo.broadcast_shift_right_arithmetic"(%lhs, %rhs) : (tensor<2xi32>, tensor<3xi32>) -> tensor<3xi32>
  func.return
}

func.func @broadcast_shift_right_arithmetic_x2(%lhs: tensor<2xi32>, %rhs: tensor<2xi64>) {
  // expected-error @+1 {{chlo.broadcast_shift_right_arithmetic: element_type(}}
  %result = "chlo.broadcast_shift_right_arithmetic"(%lhs, %rhs) : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  func.return
}

func.func @broadcast_shift_right_arithmetic_x3(%lhs: tensor<2xi32>, %rhs: tensor<2xi32>) {
  // expected-warning @+1 {{broadcast_dimensions = [1] for ranks 1 and 1}}
  %result = "chlo.broadcast_shift_right_arithmetic"(%lhs, %rhs) {broadcast_dimensions = array<i64: 1>} : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  func.return
}

func.func @broadcast_shift_right_logical_x1(%lhs: tensor<2xi32>, %rhs: tensor<3xi32>) {
  // expected-error @+1 {{chlo.broadcast_shift_right_logical: shape(result)}}
  %result = "chlo.broadcast_shift_right_logical"(%lhs, %rhs) : (tensor<2xi32>, tensor<3xi32>) -> tensor<3xi32>
  func.return
}

func.func @broadcast_shift_right_logical_x2(%lhs: tensor<2xi32>, %rhs: tensor<2xi64>) {
  // expected-error @+1 {{chlo.broadcast_shift_right_logical: element_type(}}
  %result = "chlo.broadcast_shift_right_logical"(%lhs, %rhs) : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  func.return
}

func.func @broadcast_shift_right_logical_x3(%lhs: tensor<2xi32>, %rhs: tensor<2xi32>) {
  // expected-warning @+1 {{broadcast_dimensions = [1] for ranks 1 and 1}}
  %result = "chlo.broadcast_shift_right_logical"(%lhs, %rhs) {broadcast_dimensions = array<i64: 1>} : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  func.return
}

func.func @broadcast_subtract_x1(%lhs: tensor<2xf32>, %rhs: tensor<3xf32>) {
  // expected-error @+1 {{chlo.broadcast_subtract: shape(result)}}
  %result = "chlo.broadcast_subtract"(%lhs, %rhs) : (tensor<2xf32>, tensor<3xf32>) -> tensor<3xf32>
  func.return
}

func.func @broadcast_subtract_x2(%lhs: tensor<2xf32>, %rhs: tensor<2xf64>) {
  // expected-error @+1 {{chlo.broadcast_subtract: element_type(}}
  %result = "chlo.broadcast_subtract"(%lhs, %rhs) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  func.return
}

func.func @broadcast_subtract_x3(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  // expected-warning @+1 {{broadcast_dimensions = [1] for ranks 1 and 1}}
  %result = "chlo.broadcast_subtract"(%lhs, %rhs) {broadcast_dimensions = array<i64: 1>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

func.func @broadcast_xor_x1(%lhs: tensor<2xi32>, %rhs: tensor<3xi32>) {
  // expected-error @+1 {{chlo.broadcast_xor: shape(result)}}
  %result = "chlo.broadcast_xor"(%lhs, %rhs) : (tensor<2xi32>, tensor<3xi32>) -> tensor<3xi32>
  func.return
}

func.func @broadcast_xor_x2(%lhs: tensor<2xi32>, %rhs: tensor<2xi64>) {
  // expected-error @+1 {{chlo.broadcast_xor: element_type(}}
  %result = "chlo.broadcast_xor"(%lhs, %rhs) : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  func.return
}

func.func @broadcast_xor_x3(%lhs: tensor<2xi32>, %rhs: tensor<2xi32>) {
  // expected-warning @+1 {{broadcast_dimensions = [1] for ranks 1 and 1}}
  %result = "chlo.broadcast_xor"(%lhs, %rhs) {broadcast_dimensions = array<i64: 1>} : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  func.return
}

func.func @broadcast_zeta_x1(%lhs: tensor<2xf32>, %rhs: tensor<3xf32>) {
  // expected-error @+1 {{chlo.broadcast_zeta: shape(result)}}
  %result = "chlo.broadcast_zeta"(%lhs, %rhs) : (tensor<2xf32>, tensor<3xf32>) -> tensor<3xf32>
  func.return
}

func.func @broadcast_zeta_x2(%lhs: tensor<2xf32>, %rhs: tensor<2xf64>) {
  // expected-error @+1 {{chlo.broadcast_zeta: element_type(}}
  %result = "chlo.broadcast_zeta"(%lhs, %rhs) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  func.return
}

func.func @broadcast_zeta_x3(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  // expected-warning @+1 {{broadcast_dimensions = [1] for ranks 1 and 1}}
  %result = "chlo.broadcast_zeta"(%lhs, %rhs) {broadcast_dimensions = array<i64: 1>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

func.func @broadcast_atan2_x4(%x: tensor<2xi32>) {
  // expected-warning @+1 {{chlo.broadcast_atan2: stablehlo.atan2 takes element_type(lhs), but it is i32}}
  %result = "chlo.broadcast_atan2"(%x, %x) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  func.return
}

func.func @broadcast_divide_x4(%x: tensor<2xi1>) {
  // expected-warning @+1 {{chlo.broadcast_divide: stablehlo.divide takes element_type(lhs), but it is i1}}
  %result = "chlo.broadcast_divide"(%x, %x) : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  func.return
}

func.func @broadcast_power_x4(%x: tensor<2xi1>) {
  // expected-warning @+1 {{chlo.broadcast_power: stablehlo.power takes element_type(lhs), but it is i1}}
  %result = "chlo.broadcast_power"(%x, %x) : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  func.return
}

func.func @broadcast_remainder_x4(%x: tensor<2xi1>) {
  // expected-warning @+1 {{chlo.broadcast_remainder: stablehlo.remainder takes element_type(lhs), but it is i1}}
  %result = "chlo.broadcast_remainder"(%x, %x) : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  func.return
}

func.func @broadcast_shift_left_x4(%x: tensor<2xf32>) {
  // expected-warning @+1 {{chlo.broadcast_shift_left: stablehlo.shift_left takes element_type(lhs), but it is f32}}
  %result = "chlo.broadcast_shift_left"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

func.func @broadcast_shift_right_arithmetic_x4(%x: tensor<2xcomplex<f32>>) {
  // expected-warning @+1 {{chlo.broadcast_shift_right_arithmetic: stablehlo.shift_right_arithmetic takes element_type(lhs), but it is complex<f32>}}
  %result = "chlo.broadcast_shift_right_arithmetic"(%x, %x) : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  func.return
}

func.func @broadcast_shift_right_logical_x4(%x: tensor<2xi1>) {
  // expected-warning @+1 {{chlo.broadcast_shift_right_logical: stablehlo.shift_right_logical takes element_type(lhs), but it is i1}}
  %result = "chlo.broadcast_shift_right_logical"(%x, %x) : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  func.return
}

func.func @broadcast_subtract_x4(%x: tensor<2xi1>) {
  // expected-warning @+1 {{chlo.broadcast_subtract: stablehlo.subtract takes element_type(lhs), but it is i1}}
  %result = "chlo.broadcast_subtract"(%x, %x) : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  func.return
}
