// paddock: exact
// Where elements are taken from and put, at the edges.
func.func @slices_are_moved_inside() {
  %x = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %update = stablehlo.constant dense<[8, 9]> : tensor<2xi32>
  %far = stablehlo.constant dense<100> : tensor<i32>
  %before = stablehlo.constant dense<-5> : tensor<i32>
  %last = stablehlo.dynamic_slice %x, %far, sizes = [2] : (tensor<4xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %last, dense<[3, 4]> : tensor<2xi32>
  %first = stablehlo.dynamic_slice %x, %before, sizes = [2] : (tensor<4xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %first, dense<[1, 2]> : tensor<2xi32>
  %end = stablehlo.dynamic_update_slice %x, %update, %far : (tensor<4xi32>, tensor<2xi32>, tensor<i32>) -> tensor<4xi32>
  check.expect_eq_const %end, dense<[1, 2, 8, 9]> : tensor<4xi32>
  %begin = stablehlo.dynamic_update_slice %x, %update, %before : (tensor<4xi32>, tensor<2xi32>, tensor<i32>) -> tensor<4xi32>
  check.expect_eq_const %begin, dense<[8, 9, 3, 4]> : tensor<4xi32>
  return
}

// -----

// 200 and 2^63 are large, not negative.
func.func @unsigned_indices_are_never_negative() {
  %x = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %byte = stablehlo.constant dense<200> : tensor<ui8>
  %a = stablehlo.dynamic_slice %x, %byte, sizes = [2] : (tensor<4xi32>, tensor<ui8>) -> tensor<2xi32>
  check.expect_eq_const %a, dense<[3, 4]> : tensor<2xi32>
  %wide = stablehlo.constant dense<9223372036854775808> : tensor<ui64>
  %b = stablehlo.dynamic_slice %x, %wide, sizes = [2] : (tensor<4xi32>, tensor<ui64>) -> tensor<2xi32>
  check.expect_eq_const %b, dense<[3, 4]> : tensor<2xi32>
  return
}

// -----

// gather moves a slice inside; index_vector_dim = rank(start_indices) makes each index a vector.
func.func @gathered_slices_are_moved_inside() {
  %x = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %indices = stablehlo.constant dense<[3, -1, 1]> : tensor<3xi32>
  %r = "stablehlo.gather"(%x, %indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 2>}> : (tensor<4xi32>, tensor<3xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %r, dense<[[3, 4], [1, 2], [2, 3]]> : tensor<3x2xi32>
  return
}

// -----

// scatter moves nothing: of a window that lies across the edge the elements inside are updated.
func.func @scattered_elements_outside_are_left_out() {
  %x = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %indices = stablehlo.constant dense<[[3], [-1], [7]]> : tensor<3x1xi32>
  %updates = stablehlo.constant dense<[[10, 20], [30, 40], [50, 60]]> : tensor<3x2xi32>
  %r = "stablehlo.scatter"(%x, %indices, %updates) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%old: tensor<i32>, %new: tensor<i32>):
    %sum = stablehlo.add %old, %new : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) : (tensor<4xi32>, tensor<3x1xi32>, tensor<3x2xi32>) -> tensor<4xi32>
  check.expect_eq_const %r, dense<[41, 2, 3, 14]> : tensor<4xi32>
  return
}

// -----

// Three updates of one element; the result depends on their order and on the order of the body's arguments.
func.func @scatter_updates_in_row_major_order() {
  %x = stablehlo.constant dense<1> : tensor<1xi32>
  %indices = stablehlo.constant dense<0> : tensor<3x1xi32>
  %updates = stablehlo.constant dense<[2, 3, 4]> : tensor<3xi32>
  %r = "stablehlo.scatter"(%x, %indices, %updates) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
    unique_indices = true}> ({
  ^bb0(%old: tensor<i32>, %new: tensor<i32>):
    %ten = stablehlo.constant dense<10> : tensor<i32>
    %shifted = stablehlo.multiply %old, %ten : tensor<i32>
    %next = stablehlo.add %shifted, %new : tensor<i32>
    stablehlo.return %next : tensor<i32>
  }) : (tensor<1xi32>, tensor<3x1xi32>, tensor<3xi32>) -> tensor<1xi32>
  check.expect_eq_const %r, dense<1234> : tensor<1xi32>
  return
}

// -----

func.func @padding_is_interior_first_and_may_cut() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %cut = stablehlo.pad %x, %zero, low = [-1], high = [-2], interior = [1] : (tensor<3xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %cut, dense<[0, 2]> : tensor<2xi32>
  // Nothing has no interior.
  %nothing = stablehlo.constant dense<> : tensor<0xi32>
  %edges = stablehlo.pad %nothing, %zero, low = [1], high = [1], interior = [3] : (tensor<0xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %edges, dense<0> : tensor<2xi32>
  return
}

// -----

func.func @a_stride_may_reach_past_the_limit() {
  %x = stablehlo.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32>
  %r = stablehlo.slice %x [1:5:3] : (tensor<5xi32>) -> tensor<2xi32>
  check.expect_eq_const %r, dense<[2, 5]> : tensor<2xi32>
  return
}

// -----

func.func @dimensions_may_be_broadcast_out_of_order() {
  %x = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi32>
  %r = stablehlo.broadcast_in_dim %x, dims = [1, 0] : (tensor<2x1xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %r, dense<[[1, 2], [1, 2], [1, 2]]> : tensor<3x2xi32>
  return
}

// -----

func.func @the_size_of_a_dimension_is_an_i32() {
  %x = stablehlo.constant dense<0.0> : tensor<3x0xf32>
  %three = stablehlo.get_dimension_size %x, dim = 0 : (tensor<3x0xf32>) -> tensor<i32>
  check.expect_eq_const %three, dense<3> : tensor<i32>
  %none = stablehlo.get_dimension_size %x, dim = 1 : (tensor<3x0xf32>) -> tensor<i32>
  check.expect_eq_const %none, dense<0> : tensor<i32>
  return
}

// -----

// Element 0 is the least significant; a complex number's real part is its lower half.
func.func @bits_are_packed_from_the_low_end() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi16>
  %packed = stablehlo.bitcast_convert %x : (tensor<2xi16>) -> tensor<i32>
  check.expect_eq_const %packed, dense<131073> : tensor<i32>
  %bits = stablehlo.constant dense<[true, false, false, true, false, false, false, true]> : tensor<8xi1>
  %byte = stablehlo.bitcast_convert %bits : (tensor<8xi1>) -> tensor<ui8>
  check.expect_eq_const %byte, dense<137> : tensor<ui8>
  %nibbles = stablehlo.constant dense<[1, -1]> : tensor<2xi4>
  %both = stablehlo.bitcast_convert %nibbles : (tensor<2xi4>) -> tensor<ui8>
  check.expect_eq_const %both, dense<241> : tensor<ui8>
  return
}

// -----

func.func @iota_rounds_to_its_type_and_has_no_imaginary_part() {
  %x = stablehlo.iota dim = 0 : tensor<20xf8E4M3FN>
  %end = stablehlo.slice %x [15:20] : (tensor<20xf8E4M3FN>) -> tensor<5xf8E4M3FN>
  %wide = stablehlo.convert %end : (tensor<5xf8E4M3FN>) -> tensor<5xf32>
  // Above 16 every second integer is one; ties go to the even mantissa.
  check.expect_eq_const %wide, dense<[15.0, 16.0, 16.0, 18.0, 20.0]> : tensor<5xf32>
  %z = stablehlo.iota dim = 0 : tensor<2xcomplex<f32>>
  check.expect_eq_const %z, dense<[(0.0, 0.0), (1.0, 0.0)]> : tensor<2xcomplex<f32>>
  return
}

// -----

func.func @nothing_is_concatenated_sliced_and_summed() {
  %x = stablehlo.constant dense<> : tensor<2x0xf32>
  %y = stablehlo.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %joined = stablehlo.concatenate %x, %y, %x, dim = 1 : (tensor<2x0xf32>, tensor<2x1xf32>, tensor<2x0xf32>) -> tensor<2x1xf32>
  check.expect_eq_const %joined, dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %five = stablehlo.constant dense<5.0> : tensor<f32>
  %sum = stablehlo.reduce(%x init: %five) applies stablehlo.add across dimensions = [1] : (tensor<2x0xf32>, tensor<f32>) -> tensor<2xf32>
  check.expect_eq_const %sum, dense<5.0> : tensor<2xf32>
  %columns = stablehlo.constant dense<> : tensor<0x3xf32>
  %product = stablehlo.dot_general %x, %columns, contracting_dims = [1] x [0] : (tensor<2x0xf32>, tensor<0x3xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %product, dense<0.0> : tensor<2x3xf32>
  return
}

// -----

// Nothing can be selected from a dimension of size 0.
func.func @torch_index_select_of_nothing() -> tensor<1xi32> {
  %x = stablehlo.constant dense<> : tensor<0xi32>
  %i = stablehlo.constant dense<0> : tensor<1xi32>
  // expected-error @+1 {{no slice}}
  %r = "stablehlo.torch_index_select"(%x, %i) <{dim = 0 : i64, batch_dims = 0 : i64}> : (tensor<0xi32>, tensor<1xi32>) -> tensor<1xi32>
  return %r : tensor<1xi32>
}
