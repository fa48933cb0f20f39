// paddock: exact
// Each diagnostic offers what to write instead; applying it ends the diagnostic.
func.func @misspelt_operation(%x: tensor<4xf32>) {
  // expected-fix @+2 {{stablehlo.multiply}}
  // expected-error @+1 {{unknown operation 'stablehlo.mulitply'}}
  %0 = stablehlo.mulitply %x, %x : tensor<4xf32>
  func.return
}

// -----
func.func @misspelt_operation_in_quotes(%x: tensor<4xf32>) {
  // expected-fix @+2 {{"stablehlo.logistic"}}
  // expected-error @+1 {{there is no operation stablehlo.logisitc}}
  %0 = "stablehlo.logisitc"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----
func.func @misspelt_value(%operand: tensor<4xf32>) -> tensor<4xf32> {
  // expected-fix @+2 {{%operand}}
  // expected-error @+1 {{use of undefined value '%opernd'}}
  %0 = stablehlo.negate %opernd : tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----
func.func @misspelt_value_of_several(%p: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  %branches:2 = "stablehlo.if"(%p) ({
    stablehlo.return %x, %x : tensor<f32>, tensor<f32>
  }, {
    stablehlo.return %x, %x : tensor<f32>, tensor<f32>
  }) : (tensor<i1>) -> (tensor<f32>, tensor<f32>)
  // expected-fix @+2 {{%branches}}
  // expected-error @+1 {{use of undefined value '%branhces'}}
  %0 = stablehlo.negate %branhces#1 : tensor<f32>
  func.return %0 : tensor<f32>
}

// -----
func.func @misspelt_case(%x: tensor<4xf32>) {
  // expected-fix @+2 {{GE}}
  // expected-error @+1 {{expected one of EQ, NE, GE, GT, LE, LT}}
  %0 = stablehlo.compare Ge, %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  func.return
}

// -----
func.func @misspelt_enumeration(%x: tensor<4xf32>) {
  // expected-fix @+2 {{comparison_direction}}
  // expected-error @+1 {{unknown attribute 'comparison_directon'}}
  %0 = "stablehlo.compare"(%x, %x) {comparison_direction = #stablehlo<comparison_directon EQ>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  func.return
}

// -----
func.func @misspelt_struct(%x: tensor<4xf32>) {
  // expected-fix @+2 {{#stablehlo.dot}}
  // expected-error @+1 {{unknown attribute '#stablehlo.dots'}}
  %0 = "stablehlo.dot_general"(%x, %x) {dot_dimension_numbers = #stablehlo.dots<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  func.return
}

// -----
func.func @misspelt_field(%x: tensor<4xf32>) {
  // expected-fix @+2 {{rhs_contracting_dimensions}}
  // expected-error @+1 {{expected a field of dot}}
  %0 = "stablehlo.dot_general"(%x, %x) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimension = [0]>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  func.return
}

// -----
func.func @misspelt_attribute(%x: tensor<4x2xf32>) {
  // expected-fix @+2 {{permutation}}
  // expected-error @+1 {{the attribute permutation is missing}}
  %0 = "stablehlo.transpose"(%x) {permuation = array<i64: 1, 0>} : (tensor<4x2xf32>) -> tensor<2x4xf32>
  func.return
}

// -----
func.func @misspelt_attribute_that_may_be_absent(%x: tensor<4xf32>) {
  // expected-fix @+2 {{is_stable}}
  // expected-warning @+1 {{it has no attribute is_stabel}}
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stabel = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----
// Names without a similar one, or of another dialect, have no fix.
func.func @other_attributes(%x: tensor<4xf32>) {
  %0 = "stablehlo.negate"(%x) {comment = "twice", mhlo.result_accuracy = 1 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----
func.func @misspelt_word(%x: tensor<4x2xf32>) {
  // expected-fix @+2 {{dims}}
  // expected-error @+1 {{expected 'dims'}}
  %0 = stablehlo.transpose %x, dim = [1, 0] : (tensor<4x2xf32>) -> tensor<2x4xf32>
  func.return
}

// -----
func.func private @rectified(%x: tensor<f32>) -> tensor<f32> {
  func.return %x : tensor<f32>
}
func.func @misspelt_symbol(%x: tensor<f32>) -> tensor<f32> {
  // expected-fix @+2 {{@rectified}}
  // expected-error @+1 {{the module has no function @rectifed}}
  %0 = func.call @rectifed(%x) : (tensor<f32>) -> tensor<f32>
  func.return %0 : tensor<f32>
}

// -----
func.func @result_type(%x: tensor<4x2xf32>) {
  // expected-fix @+2 {{tensor<2x4xf32>}}
  // expected-error @+1 {{transpose (C3): }}
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x2xf32>) -> tensor<4x2xf32>
  func.return
}

// -----
func.func @type_of_a_use(%x: tensor<4x2xf32>) {
  // expected-fix @+2 {{tensor<4x2xf32>}}
  // expected-error @+1 {{'%x' has type tensor<4x2xf32>, but tensor<2x2xf32> is written here}}
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x4xf32>
  func.return
}

// -----
// The sizes of the result are the only ones that C5 allows.
func.func @missing_slice_sizes(%x: tensor<4x3xf32>, %i: tensor<i32>) {
  // expected-fix @+2 {{ <{slice_sizes = array<i64: 2, 3>}>}}
  // expected-error @+1 {{the attribute slice_sizes is missing}}
  %0 = "stablehlo.dynamic_slice"(%x, %i, %i) : (tensor<4x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  func.return
}

// -----
// C8: split_count is the length of a group.
func.func @missing_split_count(%x: tensor<4x4xf32>) {
  // expected-fix @+2 {{split_count = 2 : i64, }}
  // expected-error @+1 {{the attribute split_count is missing}}
  %0 = "stablehlo.all_to_all"(%x) {split_dimension = 1 : i64, concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x4xf32>) -> tensor<8x2xf32>
  func.return
}

// -----
// C3 leaves no choice.
func.func @missing_dimensions(%x: tensor<4x4xf32>) {
  // expected-fix @+2 {{ <{dimensions = array<i64: 0, 1>}>}}
  // expected-error @+1 {{the attribute dimensions is missing}}
  %0 = "stablehlo.map"(%x) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  func.return
}

// -----
// A vector has one dimension.
func.func @missing_iota_dimension() {
  // expected-fix @+2 {{ <{iota_dimension = 0 : i64}>}}
  // expected-error @+1 {{the attribute iota_dimension is missing}}
  %0 = "stablehlo.iota"() : () -> tensor<4xi32>
  func.return
}

// -----
func.func @missing_broadcast_sizes(%x: tensor<3xf32>) {
  // expected-fix @+2 {{ <{broadcast_sizes = array<i64: 4, 2>}>}}
  // expected-error @+1 {{the attribute broadcast_sizes is missing}}
  %0 = "stablehlo.broadcast"(%x) : (tensor<3xf32>) -> tensor<4x2x3xf32>
  func.return
}

// -----
func.func @missing_k(%x: tensor<3x8xf32>) {
  // expected-fix @+2 {{ <{k = 2 : i64}>}}
  // expected-error @+1 {{the attribute k is missing}}
  %0:2 = "chlo.top_k"(%x) : (tensor<3x8xf32>) -> (tensor<3x2xf32>, tensor<3x2xi32>)
  func.return
}

// -----
func.func @other_terminator(%p: tensor<i1>, %x: tensor<f32>) {
  %0 = "stablehlo.if"(%p) ({
    // expected-fix @+2 {{stablehlo.return}}
    // expected-error @+1 {{must end in stablehlo.return}}
    func.return %x : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  func.return
}

// -----
func.func @missing_terminator(%x: tensor<f32>) {
  // expected-fix @+3 {{func.return}}
  // expected-error @+1 {{must end in func.return}}
  %0 = stablehlo.negate %x : tensor<f32>
}
