// Rows 0 and 1 meet the first group's matrix, row 2 the third's, row 3 none: it is 0.
func.func @ragged_dot_rows() {
  %lhs = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6], [7, 8]]> : tensor<4x2xi32>
  %rhs = stablehlo.constant dense<[[[1, 0], [0, 1]], [[9, 9], [9, 9]], [[10, 0], [0, 100]]]> : tensor<3x2x2xi32>
  %sizes = stablehlo.constant dense<[2, 0, 1]> : tensor<3xi32>
  %r = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<
      lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1],
      rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}
    : (tensor<4x2xi32>, tensor<3x2x2xi32>, tensor<3xi32>) -> tensor<4x2xi32>
  check.expect_eq_const %r, dense<[[1, 2], [3, 4], [50, 600], [0, 0]]> : tensor<4x2xi32>
  return
}

// -----

// A list of sizes for each batch.
func.func @ragged_dot_batches() {
  %lhs = stablehlo.constant dense<[[[1.0], [2.0]], [[3.0], [4.0]]]> : tensor<2x2x1xf32>
  %rhs = stablehlo.constant dense<[[[[1.0]], [[10.0]]], [[[100.0]], [[1000.0]]]]> : tensor<2x2x1x1xf32>
  %sizes = stablehlo.constant dense<[[1, 1], [2, 0]]> : tensor<2x2xi64>
  %r = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2],
      rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}
    : (tensor<2x2x1xf32>, tensor<2x2x1x1xf32>, tensor<2x2xi64>) -> tensor<2x2x1xf32>
  check.expect_eq_const %r, dense<[[[1.0], [200.0]], [[30.0], [40.0]]]> : tensor<2x2x1xf32>
  return
}

// -----

// Each group sums its part of the contracting dimension; an infinity in another's part is not met.
func.func @ragged_dot_contracting() {
  %lhs = stablehlo.constant dense<[[1.0, 2.0, 3.0]]> : tensor<1x3xf32>
  %rhs = stablehlo.constant dense<[[1.0], [1.0], [0x7F800000]]> : tensor<3x1xf32>
  %sizes = stablehlo.constant dense<[2, 0, 1]> : tensor<3xi64>
  %r = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<
      lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1],
      rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1], rhs_group_dimensions = []>}
    : (tensor<1x3xf32>, tensor<3x1xf32>, tensor<3xi64>) -> tensor<3x1x1xf32>
  check.expect_eq_const %r, dense<[[[3.0]], [[0.0]], [[0x7F800000]]]> : tensor<3x1x1xf32>
  return
}

// -----

// Ragged batches are whole ones: the sizes change nothing.
func.func @ragged_dot_batching() {
  %lhs = stablehlo.constant dense<[[[2]], [[3]]]> : tensor<2x1x1xi32>
  %rhs = stablehlo.constant dense<[[[5]], [[7]]]> : tensor<2x1x1xi32>
  %sizes = stablehlo.constant dense<[1, 1]> : tensor<2xi64>
  %r = "chlo.ragged_dot"(%lhs, %rhs, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2],
      rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = []>}
    : (tensor<2x1x1xi32>, tensor<2x1x1xi32>, tensor<2xi64>) -> tensor<2x1x1xi32>
  check.expect_eq_const %r, dense<[[[10]], [[21]]]> : tensor<2x1x1xi32>
  return
}
