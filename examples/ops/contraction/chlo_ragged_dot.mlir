// Rows form groups, of 1 and 2 rows here, and each group has its own matrix.
// %lhs: [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]
// %rhs: [[[1.0], [1.0]], [[10.0], [0.0]]]
// %group_sizes: [1, 2]
%result = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) {
  ragged_dot_dimension_numbers = #chlo.ragged_dot<
    lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1],
    lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>,
  precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>]
} : (tensor<3x2xf32>, tensor<2x2x1xf32>, tensor<2xi64>) -> tensor<3x1xf32>
// %result: [[3.0], [30.0], [50.0]]
