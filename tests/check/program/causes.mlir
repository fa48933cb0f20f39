// paddock: exact
// Each error is reported once, at its cause.
func.func @scalar_operand(%a: tensor<3xf32>, %s: tensor<f32>) -> tensor<3xf32> {
  // expected-error @+1 {{'%s' has type tensor<f32>, but tensor<3xf32> is written here}}
  %0 = stablehlo.multiply %a, %s : tensor<3xf32>
  func.return %0 : tensor<3xf32>
}

// -----
func.func @row_operand(%a: tensor<2x3xf32>, %row: tensor<3xf32>) -> tensor<2x3xf32> {
  // expected-error @+1 {{'%row' has type tensor<3xf32>, but tensor<2x3xf32> is written here}}
  %0 = stablehlo.add %a, %row : tensor<2x3xf32>
  func.return %0 : tensor<2x3xf32>
}

// -----
// One type is written for both uses.
func.func @wrong_type_of_two_uses(%x: tensor<4x8xf32>) {
  // expected-error @+2 {{'%x' has type tensor<4x8xf32>, but tensor<4x5xf32> is written here}}
  // expected-fix @+1 {{tensor<4x8xf32>}}
  %0 = stablehlo.add %x, %x : tensor<4x5xf32>
  func.return
}

// -----
func.func @operand_without_sign(%a: tensor<3xf32>) -> tensor<3xf32> {
  // expected-fix @+2 {{%a}}
  // expected-error @+1 {{the name of a value begins with '%': %a}}
  %0 = stablehlo.add a, %a : tensor<3xf32>
  func.return %0 : tensor<3xf32>
}

// -----
func.func @result_without_sign(%a: tensor<3xf32>) -> tensor<3xf32> {
  // expected-fix @+2 {{%r}}
  // expected-error @+1 {{the name of a result begins with '%': %r}}
  r = stablehlo.add %a, %a : tensor<3xf32>
  func.return %r : tensor<3xf32>
}

// -----
func.func @open_bracket(%a: tensor<4x2xf32>) -> tensor<2x4xf32> {
  // expected-error @+1 {{expected ',' or ']' as permutation, found ':'}}
  %0 = stablehlo.transpose %a, dims = [1, 0 : (tensor<4x2xf32>) -> tensor<2x4xf32>
  func.return %0 : tensor<2x4xf32>
}

// -----
func.func @open_bracket_of_a_range(%a: tensor<4xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{expected ',' or ']' after a range, found ':'}}
  %0 = stablehlo.slice %a [0:2 : (tensor<4xf32>) -> tensor<2xf32>
  func.return %0 : tensor<2xf32>
}

// -----
func.func @brackets_of_a_call(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{its short form has neither: stablehlo.add %a, %a : ...}}
  %0 = stablehlo.add(%a, %a) : tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----
func.func @init_that_is_no_scalar(%a: tensor<4xf32>) -> tensor<f32> {
  %z = stablehlo.constant dense<0.0> : tensor<1xf32>
  %0 = stablehlo.reduce(
    %a init:
    // expected-error @+1 {{init value 0 has shape [1] and return value 0 is tensor<f32>}}
    %z) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<1xf32>) -> tensor<f32>
  func.return %0 : tensor<f32>
}

// -----
func.func @attribute_of_another_name(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-fix @+2 {{dimensions}}
  // expected-error @+1 {{the attribute dimensions is missing}}
  %0 = "stablehlo.reverse"(%a) {dims = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----
func.func @used_too_early(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'%1' is used before its definition}}
  %0 = stablehlo.add %1, %1 : tensor<4xf32>
  %1 = stablehlo.negate %a : tensor<4xf32>
  %2 = stablehlo.add %1, %0 : tensor<4xf32>
  func.return %2 : tensor<4xf32>
}
