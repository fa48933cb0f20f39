// A choice between a tensor and its update updates nothing where the tensor is chosen.
func.func @chosen_scatter() {
  %x = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
  %i = stablehlo.constant dense<[1]> : tensor<1xi32>
  %u = stablehlo.constant dense<5> : tensor<i32>
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %no = stablehlo.constant dense<false> : tensor<i1>
  %r0 = "stablehlo.scatter"(%x, %i, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>,
    indices_are_sorted = false, unique_indices = false
  }> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<3xi32>, tensor<1xi32>, tensor<i32>) -> tensor<3xi32>
  %s0 = stablehlo.select %yes, %r0, %x : tensor<i1>, tensor<3xi32>
  check.expect_eq_const %s0, dense<[10, 25, 30]> : tensor<3xi32>
  %r1 = "stablehlo.scatter"(%x, %i, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>,
    indices_are_sorted = false, unique_indices = false
  }> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.maximum %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<3xi32>, tensor<1xi32>, tensor<i32>) -> tensor<3xi32>
  %s1 = stablehlo.select %no, %r1, %x : tensor<i1>, tensor<3xi32>
  check.expect_eq_const %s1, dense<[10, 20, 30]> : tensor<3xi32>
  %r2 = "stablehlo.scatter"(%x, %i, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>,
    indices_are_sorted = false, unique_indices = false
  }> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.multiply %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<3xi32>, tensor<1xi32>, tensor<i32>) -> tensor<3xi32>
  %s2 = stablehlo.select %no, %x, %r2 : tensor<i1>, tensor<3xi32>
  check.expect_eq_const %s2, dense<[10, 100, 30]> : tensor<3xi32>
  %r3 = "stablehlo.scatter"(%x, %i, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>,
    indices_are_sorted = false, unique_indices = false
  }> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.minimum %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<3xi32>, tensor<1xi32>, tensor<i32>) -> tensor<3xi32>
  %s3 = stablehlo.select %yes, %x, %r3 : tensor<i1>, tensor<3xi32>
  check.expect_eq_const %s3, dense<[10, 20, 30]> : tensor<3xi32>
  return
}

// -----

// The choice in a function, by one boolean for each element; windows partly outside; any body.
func.func @chosen_windows() {
  %x = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi16>
  %i = stablehlo.constant dense<[[1], [3]]> : tensor<2x1xi8>
  %u = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi16>
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %no = stablehlo.constant dense<false> : tensor<i1>
  %r0 = "stablehlo.scatter"(%x, %i, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
    indices_are_sorted = false, unique_indices = false
  }> ({
  ^bb0(%a: tensor<i16>, %b: tensor<i16>):
    %t = stablehlo.add %a, %a : tensor<i16>
    %s = stablehlo.subtract %t, %b : tensor<i16>
    stablehlo.return %s : tensor<i16>
  }) : (tensor<4xi16>, tensor<2x1xi8>, tensor<2x2xi16>) -> tensor<4xi16>
  %s0 = func.call @where(%yes, %r0, %x) : (tensor<i1>, tensor<4xi16>, tensor<4xi16>) -> tensor<4xi16>
  check.expect_eq_const %s0, dense<[1, -1, 0, 1]> : tensor<4xi16>
  %r1 = "stablehlo.scatter"(%x, %i, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
    indices_are_sorted = false, unique_indices = false
  }> ({
  ^bb0(%a: tensor<i16>, %b: tensor<i16>):
    %t = stablehlo.add %a, %a : tensor<i16>
    %s = stablehlo.add %t, %b : tensor<i16>
    stablehlo.return %s : tensor<i16>
  }) : (tensor<4xi16>, tensor<2x1xi8>, tensor<2x2xi16>) -> tensor<4xi16>
  %s1 = func.call @where(%no, %r1, %x) : (tensor<i1>, tensor<4xi16>, tensor<4xi16>) -> tensor<4xi16>
  check.expect_eq_const %s1, dense<[1, 2, 3, 4]> : tensor<4xi16>
  %many = stablehlo.broadcast_in_dim %no, dims = [] : (tensor<i1>) -> tensor<4xi1>
  %r2 = "stablehlo.scatter"(%x, %i, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
    indices_are_sorted = false, unique_indices = false
  }> ({
  ^bb0(%a: tensor<i16>, %b: tensor<i16>):
    %t = stablehlo.add %a, %a : tensor<i16>
    %s = stablehlo.multiply %t, %b : tensor<i16>
    stablehlo.return %s : tensor<i16>
  }) : (tensor<4xi16>, tensor<2x1xi8>, tensor<2x2xi16>) -> tensor<4xi16>
  %s2 = stablehlo.select %many, %x, %r2 : tensor<4xi1>, tensor<4xi16>
  check.expect_eq_const %s2, dense<[1, 20, 36, 56]> : tensor<4xi16>
  return
}
func.func private @where(%p: tensor<i1>, %a: tensor<4xi16>, %b: tensor<4xi16>) -> tensor<4xi16> {
  %0 = stablehlo.select %p, %a, %b : tensor<i1>, tensor<4xi16>
  return %0 : tensor<4xi16>
}

// -----

// Updates that are also used otherwise, that another operation repeats, whose indices have no sign.
func.func @chosen_and_used() {
  %x = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
  %i = stablehlo.constant dense<[1]> : tensor<1xi32>
  %j = stablehlo.constant dense<[1]> : tensor<1xui8>
  %u = stablehlo.constant dense<5> : tensor<i32>
  %no = stablehlo.constant dense<false> : tensor<i1>
  %r0 = "stablehlo.scatter"(%x, %i, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>,
    indices_are_sorted = false, unique_indices = false
  }> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<3xi32>, tensor<1xi32>, tensor<i32>) -> tensor<3xi32>
  %s0 = stablehlo.select %no, %r0, %x : tensor<i1>, tensor<3xi32>
  %r1 = "stablehlo.scatter"(%x, %i, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>,
    indices_are_sorted = false, unique_indices = false
  }> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<3xi32>, tensor<1xi32>, tensor<i32>) -> tensor<3xi32>
  check.expect_eq_const %s0, dense<[10, 20, 30]> : tensor<3xi32>
  check.expect_eq_const %r1, dense<[10, 25, 30]> : tensor<3xi32>
  %r2 = "stablehlo.scatter"(%x, %j, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>,
    indices_are_sorted = false, unique_indices = false
  }> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<3xi32>, tensor<1xui8>, tensor<i32>) -> tensor<3xi32>
  %s2 = stablehlo.select %no, %r2, %x : tensor<i1>, tensor<3xi32>
  check.expect_eq_const %s2, dense<[10, 20, 30]> : tensor<3xi32>
  %r3 = "stablehlo.scatter"(%x, %i, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>,
    indices_are_sorted = false, unique_indices = false
  }> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.maximum %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<3xi32>, tensor<1xi32>, tensor<i32>) -> tensor<3xi32>
  %s3 = stablehlo.select %no, %r3, %x : tensor<i1>, tensor<3xi32>
  %s4 = stablehlo.add %r3, %s3 : tensor<3xi32>
  check.expect_eq_const %s4, dense<[20, 40, 60]> : tensor<3xi32>
  return
}

// -----

// One choice for each batch, from operations on numbers that are repeated for all its elements.
func.func @chosen_in_batches() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %i = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi32>
  %u = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  %n = stablehlo.constant dense<[0, 1]> : tensor<2xi32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %each = stablehlo.broadcast_in_dim %n, dims = [0] : (tensor<2xi32>) -> tensor<2x3xi32>
  %ones = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<i32>) -> tensor<2x3xi32>
  %first = stablehlo.compare LT, %each, %ones : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi1>
  %same = stablehlo.select %first, %x, %x : tensor<2x3xi1>, tensor<2x3xi32>
  %0 = "stablehlo.scatter"(%same, %i, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>,
    indices_are_sorted = false, unique_indices = false
  }> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<2x3xi32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<2x3xi32>
  %1 = stablehlo.select %first, %x, %0 : tensor<2x3xi1>, tensor<2x3xi32>
  check.expect_eq_const %1, dense<[[1, 2, 3], [4, 5, 26]]> : tensor<2x3xi32>
  return
}

// -----

// A choice for each element is none of these.
func.func @chosen_by_elements() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %i = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi32>
  %u = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  %p = stablehlo.constant dense<[[true, false, true], [false, true, true]]> : tensor<2x3xi1>
  %0 = "stablehlo.scatter"(%x, %i, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>,
    indices_are_sorted = false, unique_indices = false
  }> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<2x3xi32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<2x3xi32>
  %1 = stablehlo.select %p, %0, %x : tensor<2x3xi1>, tensor<2x3xi32>
  check.expect_eq_const %1, dense<[[1, 2, 3], [4, 5, 26]]> : tensor<2x3xi32>
  return
}
