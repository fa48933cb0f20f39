// Updates of one cell accumulate in order; those outside are dropped.
func.func @scatter_accumulates() {
  %x = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
  %i = stablehlo.constant dense<[[1], [1], [5], [-1]]> : tensor<4x1xi64>
  %u = stablehlo.constant dense<[1, 2, 100, 100]> : tensor<4xi32>
  %r = "stablehlo.scatter"(%x, %i, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
    indices_are_sorted = false, unique_indices = false
  }> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<3xi32>, tensor<4x1xi64>, tensor<4xi32>) -> tensor<3xi32>
  check.expect_eq_const %r, dense<[10, 23, 30]> : tensor<3xi32>
  return
}

// -----

// Any body: here 2a - b, whose order shows.
func.func @scatter_any_body() {
  %x = stablehlo.constant dense<[1, 1]> : tensor<2xi32>
  %i = stablehlo.constant dense<[[0], [0], [1]]> : tensor<3x1xi32>
  %u = stablehlo.constant dense<[3, 5, 7]> : tensor<3xi32>
  %r = "stablehlo.scatter"(%x, %i, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
    indices_are_sorted = false, unique_indices = false
  }> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %d = stablehlo.add %a, %a : tensor<i32>
    %s = stablehlo.subtract %d, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<2xi32>, tensor<3x1xi32>, tensor<3xi32>) -> tensor<2xi32>
  check.expect_eq_const %r, dense<[-7, -5]> : tensor<2xi32>
  return
}

// -----

// Of a window that is partly outside, the cells inside are updated.
func.func @scatter_partial_window() {
  %x = stablehlo.constant dense<[0, 0, 0]> : tensor<3xi32>
  %i = stablehlo.constant dense<[2]> : tensor<1xi64>
  %u = stablehlo.constant dense<[8, 9]> : tensor<2xi32>
  %r = "stablehlo.scatter"(%x, %i, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>,
    indices_are_sorted = false, unique_indices = false
  }> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %b : tensor<i32>
  }) : (tensor<3xi32>, tensor<1xi64>, tensor<2xi32>) -> tensor<3xi32>
  check.expect_eq_const %r, dense<[0, 0, 8]> : tensor<3xi32>
  return
}

// -----

// Upstream lets the second arguments of a body be other floats: they are values of the first
// type, converted where the body begins.
func.func @scatter_with_other_second_arguments() {
  %x = stablehlo.constant dense<[1.0, 2.0, 4.0]> : tensor<3xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %i = stablehlo.constant dense<[[2], [2]]> : tensor<2x1xi64>
  %u = stablehlo.constant dense<[8.0, 16.0]> : tensor<2xf32>
  %r = "stablehlo.scatter"(%x, %i, %u) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f64>):
      %c = stablehlo.convert %b : (tensor<f64>) -> tensor<f32>
      %s = stablehlo.add %a, %c : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3xf32>, tensor<2x1xi64>, tensor<2xf32>) -> tensor<3xf32>
  check.expect_eq_const %r, dense<[1.0, 2.0, 28.0]> : tensor<3xf32>
  return
}
