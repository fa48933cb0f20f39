// paddock: exact
// Products with groups of different sizes.

func.func @ragged_dot_plain(%x: tensor<2x5x3xf32>, %y: tensor<4x2x3x7xf32>, %g: tensor<4xi64>) {
  %result = "chlo.ragged_dot"(%x, %y, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<2x5x3xf32>, tensor<4x2x3x7xf32>, tensor<4xi64>) -> tensor<2x5x7xf32>
  func.return
}

func.func @ragged_dot_prefix(%x: tensor<2x5x3xf32>, %y: tensor<4x2x3x7xf32>, %g: tensor<2x4xi64>) {
  %result = "chlo.ragged_dot"(%x, %y, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<2x5x3xf32>, tensor<4x2x3x7xf32>, tensor<2x4xi64>) -> tensor<2x5x7xf32>
  func.return
}

func.func @ragged_dot_x1(%x: tensor<2x5x3xf32>, %y: tensor<4x2x3x7xf32>, %g: tensor<4xi64>) {
  // expected-error @+1 {{size(lhs_batching_dimensions) = size(rhs_batching_dimensions)}}
  %result = "chlo.ragged_dot"(%x, %y, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<2x5x3xf32>, tensor<4x2x3x7xf32>, tensor<4xi64>) -> tensor<2x5x7xf32>
  func.return
}

func.func @ragged_dot_x2(%x: tensor<2x5x3xf32>, %y: tensor<4x2x3x7xf32>, %g: tensor<4xi64>) {
  // expected-error @+1 {{size(lhs_contracting_dimensions) = size(rhs_contracting_dimensions)}}
  %result = "chlo.ragged_dot"(%x, %y, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<2x5x3xf32>, tensor<4x2x3x7xf32>, tensor<4xi64>) -> tensor<2x5x7xf32>
  func.return
}

func.func @ragged_dot_x3(%x: tensor<2x5x3xf32>, %y: tensor<4x2x3x7xf32>, %g: tensor<4xi64>) {
  // expected-error @+1 {{is_unique(lhs_batching_dimensions}}
  %result = "chlo.ragged_dot"(%x, %y, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<2x5x3xf32>, tensor<4x2x3x7xf32>, tensor<4xi64>) -> tensor<2x5x7xf32>
  func.return
}

func.func @ragged_dot_x4(%x: tensor<2x5x3xf32>, %y: tensor<4x2x3x7xf32>, %g: tensor<4xi64>) {
  // expected-error @+1 {{is_unique(rhs_batching_dimensions}}
  %result = "chlo.ragged_dot"(%x, %y, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<2x5x3xf32>, tensor<4x2x3x7xf32>, tensor<4xi64>) -> tensor<2x5x7xf32>
  func.return
}

func.func @ragged_dot_x5(%x: tensor<2x5x3xf32>, %y: tensor<4x2x3x7xf32>, %g: tensor<4xi64>) {
  // expected-error @+1 {{0 <= lhs_batching_dimensions < rank(lhs)}}
  %result = "chlo.ragged_dot"(%x, %y, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [3], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<2x5x3xf32>, tensor<4x2x3x7xf32>, tensor<4xi64>) -> tensor<2x5x7xf32>
  func.return
}

func.func @ragged_dot_x6(%x: tensor<2x5x3xf32>, %y: tensor<4x2x3x7xf32>, %g: tensor<4xi64>) {
  // expected-error @+1 {{0 <= lhs_contracting_dimensions < rank(lhs)}}
  %result = "chlo.ragged_dot"(%x, %y, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<2x5x3xf32>, tensor<4x2x3x7xf32>, tensor<4xi64>) -> tensor<2x5x7xf32>
  func.return
}

func.func @ragged_dot_x7(%x: tensor<2x5x3xf32>, %y: tensor<4x2x3x7xf32>, %g: tensor<4xi64>) {
  // expected-error @+1 {{0 <= rhs_batching_dimensions < rank(rhs)}}
  %result = "chlo.ragged_dot"(%x, %y, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [4], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<2x5x3xf32>, tensor<4x2x3x7xf32>, tensor<4xi64>) -> tensor<2x5x7xf32>
  func.return
}

func.func @ragged_dot_x8(%x: tensor<2x5x3xf32>, %y: tensor<4x2x3x7xf32>, %g: tensor<4xi64>) {
  // expected-error @+1 {{0 <= rhs_contracting_dimensions < rank(rhs)}}
  %result = "chlo.ragged_dot"(%x, %y, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [4], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<2x5x3xf32>, tensor<4x2x3x7xf32>, tensor<4xi64>) -> tensor<2x5x7xf32>
  func.return
}

func.func @ragged_dot_x9(%x: tensor<3x5x3xf32>, %y: tensor<4x2x3x7xf32>, %g: tensor<4xi64>) {
  // expected-error @+1 {{dim(lhs, 0) = 3 and dim(rhs, 1) = 2}}
  %result = "chlo.ragged_dot"(%x, %y, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<3x5x3xf32>, tensor<4x2x3x7xf32>, tensor<4xi64>) -> tensor<2x5x7xf32>
  func.return
}

func.func @ragged_dot_x10(%x: tensor<2x5x4xf32>, %y: tensor<4x2x3x7xf32>, %g: tensor<4xi64>) {
  // expected-error @+1 {{dim(lhs, 2) = 4 and dim(rhs, 2) = 3}}
  %result = "chlo.ragged_dot"(%x, %y, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<2x5x4xf32>, tensor<4x2x3x7xf32>, tensor<4xi64>) -> tensor<2x5x7xf32>
  func.return
}

func.func @ragged_dot_x11(%x: tensor<2x5x3xf32>, %y: tensor<4x2x3x7xf32>, %g: tensor<4xi64>) {
  // expected-error @+1 {{it is [1, 2]}}
  %result = "chlo.ragged_dot"(%x, %y, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1, 2], rhs_group_dimensions = [0]>} : (tensor<2x5x3xf32>, tensor<4x2x3x7xf32>, tensor<4xi64>) -> tensor<2x5x7xf32>
  func.return
}

func.func @ragged_dot_x12(%x: tensor<2x5x3xf32>, %y: tensor<4x2x3x7xf32>, %g: tensor<4xi64>) {
  // expected-error @+1 {{it is []}}
  %result = "chlo.ragged_dot"(%x, %y, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = []>} : (tensor<2x5x3xf32>, tensor<4x2x3x7xf32>, tensor<4xi64>) -> tensor<2x5x7xf32>
  func.return
}

func.func @ragged_dot_x13(%x: tensor<2x5x3xf32>, %y: tensor<4x2x3x7xf32>, %g: tensor<4xi64>) {
  // expected-error @+1 {{it is 2}}
  %result = "chlo.ragged_dot"(%x, %y, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [2]>} : (tensor<2x5x3xf32>, tensor<4x2x3x7xf32>, tensor<4xi64>) -> tensor<2x5x7xf32>
  func.return
}

func.func @ragged_dot_x14(%x: tensor<2x5x3xf32>, %y: tensor<4x2x3x7xf32>, %g: tensor<3x4xi64>) {
  // expected-error @+1 {{shape(group_sizes) = [3, 4] and the prefix is [2]}}
  %result = "chlo.ragged_dot"(%x, %y, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<2x5x3xf32>, tensor<4x2x3x7xf32>, tensor<3x4xi64>) -> tensor<2x5x7xf32>
  func.return
}

func.func @ragged_dot_x15(%x: tensor<2x5x3xf32>, %y: tensor<4x2x3x7xf32>, %g: tensor<4xi64>) {
  // expected-error @+1 {{shape(result) is that of dot_general}}
  %result = "chlo.ragged_dot"(%x, %y, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<2x5x3xf32>, tensor<4x2x3x7xf32>, tensor<4xi64>) -> tensor<2x7x5xf32>
  func.return
}

func.func @ragged_dot_x16(%x: tensor<2x5x3xf32>, %y: tensor<4x2x3x7xf32>, %g: tensor<4xi64>) {
  // expected-error @+1 {{it has 3 entries}}
  %result = "chlo.ragged_dot"(%x, %y, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>, precision_config = [#chlo<precision HIGH>, #chlo<precision HIGH>, #chlo<precision HIGH>]} : (tensor<2x5x3xf32>, tensor<4x2x3x7xf32>, tensor<4xi64>) -> tensor<2x5x7xf32>
  func.return
}

func.func @ragged_dot_x17(%x: tensor<2x5x3xf32>, %y: tensor<4x2x3x7xf32>, %g: tensor<4xi64>) {
  // expected-warning @+1 {{it has 1 entries}}
  %result = "chlo.ragged_dot"(%x, %y, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>, precision_config = [#chlo<precision HIGH>]} : (tensor<2x5x3xf32>, tensor<4x2x3x7xf32>, tensor<4xi64>) -> tensor<2x5x7xf32>
  func.return
}
