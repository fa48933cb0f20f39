// paddock: exact
// Mistakes at the start of an operation, and around its types.
func.func @operator(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{StableHLO has no operators: write stablehlo.add %a}}
  %0 = %a + %b
  func.return %0 : tensor<4xf32>
}

// -----
func.func @semicolon(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{found ';': an operation ends with its types and its line}}
  %0 = stablehlo.negate %a : tensor<4xf32>;
  func.return %0 : tensor<4xf32>
}

// -----
func.func @comment_of_a_shell(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{found '#': a comment begins with '//'}}
  # negated
  %0 = stablehlo.negate %a : tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----
// expected-fix @+2 {{%a}}
// expected-error @+1 {{the name of an argument begins with '%': %a}}
func.func @argument_without_sign(a: tensor<4xf32>) -> tensor<4xf32> {
  func.return %a : tensor<4xf32>
}

// -----
// expected-error @+1 {{expected '->' before the result types of a function, found 'tensor'}}
func.func @no_arrow(%a: tensor<4xf32>) tensor<4xf32> {
  func.return %a : tensor<4xf32>
}

// -----
func.func @word_of_numpy(%m: tensor<2x3xf32>) -> tensor<3x2xf32> {
  // expected-fix @+2 {{dims}}
  // expected-error @+1 {{expected 'dims' in stablehlo.transpose, found 'axes'}}
  %0 = stablehlo.transpose %m, axes = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  func.return %0 : tensor<3x2xf32>
}

// -----
func.func @part_left_out(%m: tensor<2x3xf32>) -> tensor<3x2xf32> {
  // expected-error @+1 {{expected ', dims = [0, 1]' in stablehlo.transpose, found ':'}}
  %0 = stablehlo.transpose %m : (tensor<2x3xf32>) -> tensor<3x2xf32>
  func.return %0 : tensor<3x2xf32>
}

// -----
func.func @type_of_hlo(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'f32[' begins a type of HLO: StableHLO writes tensor<2x3xf32>}}
  %0 = stablehlo.negate %a : f32[4]
  func.return %0 : tensor<4xf32>
}

// -----
func.func @return_left_out(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-fix @+3 {{func.return %0 : tensor<4xf32>}}
  // expected-error @+1 {{must end in func.return}}
  %0 = stablehlo.negate %a : tensor<4xf32>
}

// -----
func.func @operator_for_a_case(%a: tensor<4xf32>) -> tensor<4xi1> {
  // expected-error @+1 {{expected one of EQ, NE, GE, GT, LE, LT as comparison_direction, found '>'}}
  %0 = stablehlo.compare >, %a, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  func.return %0 : tensor<4xi1>
}

// -----
func.func @unknown_field_on_its_line(%x: tensor<4xf32>) -> tensor<f32> {
  %0 = "stablehlo.dot_general"(%x, %x) {dot_dimension_numbers = #stablehlo.dot<
    lhs_contracting_dimensions = [0],
    // expected-error @+1 {{expected a field of dot, found 'size'}}
    size = [0]>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  func.return %0 : tensor<f32>
}
