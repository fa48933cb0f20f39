// Reductions, products and what they are made of.
func.func @the_accumulator_comes_first() {
  %x = stablehlo.constant dense<[3]> : tensor<1xi32>
  %init = stablehlo.constant dense<10> : tensor<i32>
  %r = "stablehlo.reduce"(%x, %init) <{dimensions = array<i64: 0>}> ({
  ^bb0(%accumulator: tensor<i32>, %element: tensor<i32>):
    %difference = stablehlo.subtract %accumulator, %element : tensor<i32>
    stablehlo.return %difference : tensor<i32>
  }) : (tensor<1xi32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %r, dense<7> : tensor<i32>
  return
}

// -----

// The body's type is the wider one: 3 * 100 does not fit an i8.
func.func @a_body_may_be_wider_than_its_inputs() {
  %x = stablehlo.constant dense<100> : tensor<3xi8>
  %zero = stablehlo.constant dense<0> : tensor<i8>
  %r = "stablehlo.reduce"(%x, %zero) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %sum = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) : (tensor<3xi8>, tensor<i8>) -> tensor<i32>
  check.expect_eq_const %r, dense<300> : tensor<i32>
  return
}

// -----

// {1, 1}, {1, 2}, {2, 3}, {3, 1}: the padding is the initial value, which also starts each sum.
func.func @windows_are_padded_with_the_initial_value() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r = "stablehlo.reduce_window"(%x, %one) <{window_dimensions = array<i64: 2>, padding = dense<[[1, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %sum = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) : (tensor<3xi32>, tensor<i32>) -> tensor<4xi32>
  check.expect_eq_const %r, dense<[3, 4, 6, 5]> : tensor<4xi32>
  return
}

// -----

// With GE the first of equal elements stays selected, with GT the last replaces it; padding is not
// compared, so that negative elements win against it. The initial value counts once.
func.func @selection_keeps_the_first_of_equal_elements() {
  %x = stablehlo.constant dense<[-2, -2, -7, -7]> : tensor<4xi32>
  %source = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  %init = stablehlo.constant dense<1> : tensor<i32>
  %first = "stablehlo.select_and_scatter"(%x, %source, %init) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %p = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %sum = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) : (tensor<4xi32>, tensor<2xi32>, tensor<i32>) -> tensor<4xi32>
  check.expect_eq_const %first, dense<[11, 1, 21, 1]> : tensor<4xi32>
  %last = "stablehlo.select_and_scatter"(%x, %source, %init) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %p = stablehlo.compare GT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %sum = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) : (tensor<4xi32>, tensor<2xi32>, tensor<i32>) -> tensor<4xi32>
  check.expect_eq_const %last, dense<[1, 11, 1, 21]> : tensor<4xi32>
  return
}

// -----

// In f16 the sum of ones would stay at 2048.
func.func @narrow_products_accumulate_wider_than_their_type() {
  %x = stablehlo.constant dense<1.0> : tensor<2050xf16>
  %dot = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<2050xf16>, tensor<2050xf16>) -> tensor<f16>
  check.expect_eq_const %dot, dense<2050.0> : tensor<f16>
  %i = stablehlo.constant dense<-128> : tensor<4xi8>
  %wide = stablehlo.dot_general %i, %i, contracting_dims = [0] x [0] : (tensor<4xi8>, tensor<4xi8>) -> tensor<i32>
  check.expect_eq_const %wide, dense<65536> : tensor<i32>
  return
}

// -----

// Batching dimensions, then lhs's free ones, then rhs's, wherever they stood.
func.func @dimensions_of_a_product_come_in_order() {
  %lhs = stablehlo.constant dense<[[[1, 2], [3, 4]]]> : tensor<1x2x2xi32>
  %rhs = stablehlo.constant dense<[[[1], [10]], [[100], [1000]]]> : tensor<2x2x1xi32>
  // lhs: free 0, batching 1, contracting 2; rhs: contracting 0, batching 1, free 2.
  %r = stablehlo.dot_general %lhs, %rhs, batching_dims = [1] x [1], contracting_dims = [2] x [0]
    : (tensor<1x2x2xi32>, tensor<2x2x1xi32>) -> tensor<2x1x1xi32>
  check.expect_eq_const %r, dense<[[[201]], [[4030]]]> : tensor<2x1x1xi32>
  return
}

// -----

// The output's feature dimension may stand before its batch; the kernel is turned around.
func.func @a_window_may_be_reversed() {
  %x = stablehlo.constant dense<[[[1], [2], [3]]]> : tensor<1x3x1xi32>
  %kernel = stablehlo.constant dense<[[[1]], [[10]]]> : tensor<2x1x1xi32>
  %plain = stablehlo.convolution(%x, %kernel) dim_numbers = [b, 0, f]x[0, i, o]->[0, f, b], window = {stride = [1], pad = [[0, -1]]}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x1xi32>, tensor<2x1x1xi32>) -> tensor<1x1x1xi32>
  check.expect_eq_const %plain, dense<21> : tensor<1x1x1xi32>
  %reversed = stablehlo.convolution(%x, %kernel) dim_numbers = [b, 0, f]x[0, i, o]->[0, f, b], window = {stride = [1], reverse = [true]}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x1xi32>, tensor<2x1x1xi32>) -> tensor<2x1x1xi32>
  check.expect_eq_const %reversed, dense<[[[12]], [[23]]]> : tensor<2x1x1xi32>
  return
}

// -----

// [[2, 0], [3, 4]] of two batches; elements above the diagonal are not read.
func.func @only_the_triangle_is_read() {
  %a = stablehlo.constant dense<[[[2.0, 0x7FF8000000000000], [3.0, 4.0]], [[1.0, 0x7FF8000000000000], [1.0, 1.0]]]> : tensor<2x2x2xf64>
  %b = stablehlo.constant dense<[[[2.0], [11.0]], [[1.0], [3.0]]]> : tensor<2x2x1xf64>
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x2x2xf64>, tensor<2x2x1xf64>) -> tensor<2x2x1xf64>
  check.expect_eq_const %x, dense<[[[1.0], [2.0]], [[1.0], [2.0]]]> : tensor<2x2x1xf64>
  // Transposed it is an upper triangle: 2 x + 3 y = 8, 4 y = 8.
  %c = stablehlo.constant dense<[[[8.0], [8.0]], [[3.0], [2.0]]]> : tensor<2x2x1xf64>
  %y = "stablehlo.triangular_solve"(%a, %c) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x2x2xf64>, tensor<2x2x1xf64>) -> tensor<2x2x1xf64>
  check.expect_eq_const %y, dense<[[[1.0], [2.0]], [[1.0], [2.0]]]> : tensor<2x2x1xf64>
  return
}

// -----

// Three numbers from two: odd lengths mirror every part but the first.
func.func @inverse_transforms_may_have_odd_lengths() {
  %x = stablehlo.constant dense<[1.0, 2.0, 6.0]> : tensor<3xf64>
  %there = stablehlo.fft %x, type = RFFT, length = [3] : (tensor<3xf64>) -> tensor<2xcomplex<f64>>
  %back = stablehlo.fft %there, type = IRFFT, length = [3] : (tensor<2xcomplex<f64>>) -> tensor<3xf64>
  check.expect_almost_eq_const %back, dense<[1.0, 2.0, 6.0]> : tensor<3xf64>
  %sum = stablehlo.slice %there [0:1] : (tensor<2xcomplex<f64>>) -> tensor<1xcomplex<f64>>
  check.expect_almost_eq_const %sum, dense<(9.0, 0.0)> : tensor<1xcomplex<f64>>
  return
}

// -----

func.func @a_matrix_that_is_not_positive_definite_has_no_root() {
  %a = stablehlo.constant dense<[[1.0, 2.0], [2.0, 1.0]]> : tensor<2x2xf32>
  %l = stablehlo.cholesky %a, lower = true : tensor<2x2xf32>
  %corner = stablehlo.slice %l [1:2, 1:2] : (tensor<2x2xf32>) -> tensor<1x1xf32>
  check.expect_almost_eq_const %corner, dense<0x7FC00000> : tensor<1x1xf32>
  return
}

// -----

// A comparator that always agrees, or never: still each element once, in the old order at worst.
func.func @a_sort_by_any_comparator_keeps_the_elements() {
  %x = stablehlo.constant dense<[3, 1, 2, 5, 4]> : tensor<5xi32>
  %never = "stablehlo.sort"(%x) <{dimension = -1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %p = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<5xi32>) -> tensor<5xi32>
  check.expect_eq_const %never, dense<[3, 1, 2, 5, 4]> : tensor<5xi32>
  %always = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %p = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<5xi32>) -> tensor<5xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %sum = stablehlo.reduce(%always init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<5xi32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %sum, dense<15> : tensor<i32>
  return
}

// -----

// The pairs of each operand stand together: (l0, r0, l1, r1).
func.func @a_comparator_takes_pairs() {
  %keys = stablehlo.constant dense<[2, 1, 2, 1]> : tensor<4xi32>
  %values = stablehlo.constant dense<[10, 20, 30, 40]> : tensor<4xi32>
  %r:2 = "stablehlo.sort"(%keys, %values) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%l0: tensor<i32>, %r0: tensor<i32>, %l1: tensor<i32>, %r1: tensor<i32>):
    %p = stablehlo.compare LT, %l0, %r0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
  check.expect_eq_const %r#1, dense<[20, 40, 10, 30]> : tensor<4xi32>
  return
}
