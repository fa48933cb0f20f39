// A window of two cells slides along four elements of one feature.
func.func @convolution_one_dimension() {
  %lhs = stablehlo.constant dense<[[[1], [2], [3], [4]]]> : tensor<1x4x1xi32>
  %rhs = stablehlo.constant dense<[[[10]], [[1]]]> : tensor<2x1x1xi32>
  %r = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x1xi32>, tensor<2x1x1xi32>) -> tensor<1x3x1xi32>
  check.expect_eq_const %r, dense<[[[12], [23], [34]]]> : tensor<1x3x1xi32>
  return
}

// -----

// Features before positions in every tensor; the sum runs over positions and input features.
func.func @convolution_features_first() {
  %lhs = stablehlo.constant dense<[[[1, 2, 3], [10, 20, 30]]]> : tensor<1x2x3xi32>
  %rhs = stablehlo.constant dense<[[[1, 2], [1, 0]], [[0, 1], [2, 0]]]> : tensor<2x2x2xi32>
  %r = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x3xi32>, tensor<2x2x2xi32>) -> tensor<1x2x2xi32>
  check.expect_eq_const %r, dense<[[[15, 28], [22, 43]]]> : tensor<1x2x2xi32>
  return
}

// -----

// Padding is zero; a negative one cuts elements off.
func.func @convolution_padding() {
  %lhs = stablehlo.constant dense<[[[1], [2], [3], [4]]]> : tensor<1x4x1xf32>
  %rhs = stablehlo.constant dense<[[[1.0]], [[10.0]], [[100.0]]]> : tensor<3x1x1xf32>
  %r = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[2, -1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x1xf32>, tensor<3x1x1xf32>) -> tensor<1x3x1xf32>
  check.expect_eq_const %r, dense<[[[100.0], [210.0], [321.0]]]> : tensor<1x3x1xf32>
  return
}

// -----

// Negative padding alone moves the first window.
func.func @convolution_negative_padding() {
  %lhs = stablehlo.constant dense<[[[1], [2], [3], [4], [5]]]> : tensor<1x5x1xi64>
  %rhs = stablehlo.constant dense<[[[1]], [[10]]]> : tensor<2x1x1xi64>
  %r = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[-1, -1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x1xi64>, tensor<2x1x1xi64>) -> tensor<1x2x1xi64>
  check.expect_eq_const %r, dense<[[[32], [43]]]> : tensor<1x2x1xi64>
  return
}

// -----

// Elements of lhs stand apart with zeros between, cells of rhs skip elements.
func.func @convolution_dilations() {
  %lhs = stablehlo.constant dense<[[[1], [2], [3]]]> : tensor<1x3x1xi32>
  %rhs = stablehlo.constant dense<[[[1]], [[10]]]> : tensor<2x1x1xi32>
  %base = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {lhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x1xi32>, tensor<2x1x1xi32>) -> tensor<1x4x1xi32>
  check.expect_eq_const %base, dense<[[[1], [20], [2], [30]]]> : tensor<1x4x1xi32>
  %window = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {rhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x1xi32>, tensor<2x1x1xi32>) -> tensor<1x1x1xi32>
  check.expect_eq_const %window, dense<31> : tensor<1x1x1xi32>
  return
}

// -----

// A reversed window meets the kernel from its other end.
func.func @convolution_reversal() {
  %lhs = stablehlo.constant dense<[[[1], [2], [3], [4]]]> : tensor<1x4x1xi32>
  %rhs = stablehlo.constant dense<[[[10]], [[1]]]> : tensor<2x1x1xi32>
  %r = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x1xi32>, tensor<2x1x1xi32>) -> tensor<1x2x1xi32>
  check.expect_eq_const %r, dense<[[[21], [43]]]> : tensor<1x2x1xi32>
  return
}

// -----

// Each feature has a kernel of its own, features last and features first.
func.func @convolution_depthwise() {
  %lhs = stablehlo.constant dense<[[[1, 5], [2, 6], [3, 7]]]> : tensor<1x3x2xf32>
  %rhs = stablehlo.constant dense<[[[1.0, 10.0]], [[2.0, 20.0]]]> : tensor<2x1x2xf32>
  %r = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x3x2xf32>, tensor<2x1x2xf32>) -> tensor<1x2x2xf32>
  check.expect_eq_const %r, dense<[[[5.0, 170.0], [8.0, 200.0]]]> : tensor<1x2x2xf32>
  %first = stablehlo.transpose %lhs, dims = [0, 2, 1] : (tensor<1x3x2xf32>) -> tensor<1x2x3xf32>
  %s = stablehlo.convolution(%first, %rhs) dim_numbers = [b, f, 0]x[0, i, o]->[b, f, 0], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x2x3xf32>, tensor<2x1x2xf32>) -> tensor<1x2x2xf32>
  check.expect_eq_const %s, dense<[[[5.0, 8.0], [170.0, 200.0]]]> : tensor<1x2x2xf32>
  return
}

// -----

// Padding on all sides of windows with one kernel a feature: the same bits as with padding that is there.
func.func @convolution_depthwise_padding() {
  %i = stablehlo.iota dim = 0 : tensor<2450xf32>
  %scaled = stablehlo.sine %i : tensor<2450xf32>
  %x = stablehlo.reshape %scaled : (tensor<2450xf32>) -> tensor<2x7x5x35xf32>
  %j = stablehlo.iota dim = 0 : tensor<315xf32>
  %k = stablehlo.cosine %j : tensor<315xf32>
  %w = stablehlo.reshape %k : (tensor<315xf32>) -> tensor<3x3x1x35xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %padded = stablehlo.pad %x, %zero, low = [0, 3, 1, 0], high = [0, 2, 4, 0], interior = [0, 0, 0, 0] : (tensor<2x7x5x35xf32>, tensor<f32>) -> tensor<2x12x10x35xf32>
  %a = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[3, 2], [1, 4]]} {batch_group_count = 1 : i64, feature_group_count = 35 : i64} : (tensor<2x7x5x35xf32>, tensor<3x3x1x35xf32>) -> tensor<2x5x8x35xf32>
  %b = stablehlo.convolution(%padded, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1]} {batch_group_count = 1 : i64, feature_group_count = 35 : i64} : (tensor<2x12x10x35xf32>, tensor<3x3x1x35xf32>) -> tensor<2x5x8x35xf32>
  check.expect_eq %a, %b : tensor<2x5x8x35xf32>
  %c = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[3, 2], [1, 4]], rhs_dilate = [2, 3], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 35 : i64} : (tensor<2x7x5x35xf32>, tensor<3x3x1x35xf32>) -> tensor<2x8x4x35xf32>
  %d = stablehlo.convolution(%padded, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {rhs_dilate = [2, 3], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 35 : i64} : (tensor<2x12x10x35xf32>, tensor<3x3x1x35xf32>) -> tensor<2x8x4x35xf32>
  check.expect_eq %c, %d : tensor<2x8x4x35xf32>
  // One window, and holes.
  %e = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 9], pad = [[3, 2], [1, 4]], lhs_dilate = [2, 1]} {batch_group_count = 1 : i64, feature_group_count = 35 : i64} : (tensor<2x7x5x35xf32>, tensor<3x3x1x35xf32>) -> tensor<2x16x1x35xf32>
  %holes = stablehlo.pad %x, %zero, low = [0, 3, 1, 0], high = [0, 2, 4, 0], interior = [0, 1, 0, 0] : (tensor<2x7x5x35xf32>, tensor<f32>) -> tensor<2x18x10x35xf32>
  %f = stablehlo.convolution(%holes, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 9]} {batch_group_count = 1 : i64, feature_group_count = 35 : i64} : (tensor<2x18x10x35xf32>, tensor<3x3x1x35xf32>) -> tensor<2x16x1x35xf32>
  check.expect_eq %e, %f : tensor<2x16x1x35xf32>
  return
}

// -----

// Two groups of two features; the second group's outputs come last.
func.func @convolution_feature_groups() {
  %lhs = stablehlo.constant dense<[[[1, 2, 3, 4]]]> : tensor<1x1x4xi32>
  %rhs = stablehlo.constant dense<[[[1, 2, 3, 4], [10, 20, 30, 40]]]> : tensor<1x2x4xi32>
  %r = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x1x4xi32>, tensor<1x2x4xi32>) -> tensor<1x1x4xi32>
  check.expect_eq_const %r, dense<[[[21, 42, 129, 172]]]> : tensor<1x1x4xi32>
  return
}

// -----

// The batch is split in two; each half meets its own half of the kernels.
func.func @convolution_batch_groups() {
  %lhs = stablehlo.constant dense<[[[1]], [[2]], [[3]], [[4]]]> : tensor<4x1x1xi32>
  %rhs = stablehlo.constant dense<[[[10, 100]]]> : tensor<1x1x2xi32>
  %r = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<4x1x1xi32>, tensor<1x1x2xi32>) -> tensor<2x1x2xi32>
  check.expect_eq_const %r, dense<[[[10, 300]], [[20, 400]]]> : tensor<2x1x2xi32>
  return
}

// -----

// Output features may come before the batch.
func.func @convolution_features_outermost() {
  %lhs = stablehlo.constant dense<[[[1]], [[2]]]> : tensor<2x1x1xi32>
  %rhs = stablehlo.constant dense<[[[10, 100]]]> : tensor<1x1x2xi32>
  %r = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[0, f, b], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x1x1xi32>, tensor<1x1x2xi32>) -> tensor<1x2x2xi32>
  check.expect_eq_const %r, dense<[[[10, 20], [100, 200]]]> : tensor<1x2x2xi32>
  return
}

// -----

// Integers wrap in their own width; a wider result keeps all.
func.func @convolution_integer_sums() {
  %lhs = stablehlo.constant dense<[[[100], [100], [100]]]> : tensor<1x3x1xi8>
  %rhs = stablehlo.constant dense<[[[2]], [[2]], [[2]]]> : tensor<3x1x1xi8>
  %narrow = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x1xi8>, tensor<3x1x1xi8>) -> tensor<1x1x1xi8>
  check.expect_eq_const %narrow, dense<88> : tensor<1x1x1xi8>
  %wide = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x1xi8>, tensor<3x1x1xi8>) -> tensor<1x1x1xi32>
  check.expect_eq_const %wide, dense<600> : tensor<1x1x1xi32>
  return
}

// -----

// Sums of half-precision products are rounded once: 2048 + 1 + 1 is 2050.
func.func @convolution_rounds_once() {
  %lhs = stablehlo.constant dense<[[[2048.0], [1.0], [1.0]]]> : tensor<1x3x1xf16>
  %one = stablehlo.constant dense<1.0> : tensor<3x1x1xf16>
  %r = stablehlo.convolution(%lhs, %one) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x1xf16>, tensor<3x1x1xf16>) -> tensor<1x1x1xf16>
  check.expect_eq_const %r, dense<2050.0> : tensor<1x1x1xf16>
  return
}

// -----

// Of booleans, multiplication is and, addition or.
func.func @convolution_booleans() {
  %lhs = stablehlo.constant dense<[[[true], [false], [true], [true]]]> : tensor<1x4x1xi1>
  %rhs = stablehlo.constant dense<[[[false]], [[true]]]> : tensor<2x1x1xi1>
  %r = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[0, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x1xi1>, tensor<2x1x1xi1>) -> tensor<1x4x1xi1>
  check.expect_eq_const %r, dense<[[[false], [true], [true], [false]]]> : tensor<1x4x1xi1>
  return
}

// -----

func.func @convolution_complex() {
  %lhs = stablehlo.constant dense<[[[(1.0, 2.0)], [(0.0, 1.0)]]]> : tensor<1x2x1xcomplex<f32>>
  %rhs = stablehlo.constant dense<[[[(0.0, 1.0)]], [[(3.0, 0.0)]]]> : tensor<2x1x1xcomplex<f32>>
  %r = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x1xcomplex<f32>>, tensor<2x1x1xcomplex<f32>>) -> tensor<1x1x1xcomplex<f32>>
  check.expect_eq_const %r, dense<(-2.0, 4.0)> : tensor<1x1x1xcomplex<f32>>
  return
}

// -----

// The sum has the operands' kind and is converted once: the real part of a complex sum, and 3.5 without its fraction.
func.func @convolution_into_other_types() {
  %lhs = stablehlo.constant dense<[[[(1.0, 2.0)], [(0.0, 1.0)]]]> : tensor<1x2x1xcomplex<f32>>
  %rhs = stablehlo.constant dense<[[[(0.0, 1.0)]], [[(3.0, 0.0)]]]> : tensor<2x1x1xcomplex<f32>>
  %r = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x1xcomplex<f32>>, tensor<2x1x1xcomplex<f32>>) -> tensor<1x1x1xf32>
  check.expect_eq_const %r, dense<-2.0> : tensor<1x1x1xf32>
  %x = stablehlo.constant dense<[[[1.5], [2.5]]]> : tensor<1x2x1xf32>
  %y = stablehlo.constant dense<[[[1.5]], [[0.5]]]> : tensor<2x1x1xf32>
  %i = stablehlo.convolution(%x, %y) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x1xf32>, tensor<2x1x1xf32>) -> tensor<1x1x1xi32>
  check.expect_eq_const %i, dense<3> : tensor<1x1x1xi32>
  return
}

// -----

// Without spatial dimensions it is a product of matrices.
func.func @convolution_of_matrices() {
  %lhs = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %rhs = stablehlo.constant dense<[[1, 0, 1], [0, 1, 1]]> : tensor<2x3xi32>
  %r = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x2xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %r, dense<[[1, 2, 3], [3, 4, 7]]> : tensor<2x3xi32>
  return
}

// -----

// Nothing to sum is zero; no window at all is an empty result.
func.func @convolution_of_nothing() {
  %lhs = stablehlo.constant dense<> : tensor<1x3x0xf32>
  %rhs = stablehlo.constant dense<> : tensor<2x0x1xf32>
  %zero = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x0xf32>, tensor<2x0x1xf32>) -> tensor<1x2x1xf32>
  check.expect_eq_const %zero, dense<0.0> : tensor<1x2x1xf32>
  %short = stablehlo.constant dense<1.0> : tensor<1x1x1xf32>
  %long = stablehlo.constant dense<1.0> : tensor<2x1x1xf32>
  %none = stablehlo.convolution(%short, %long) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x1xf32>, tensor<2x1x1xf32>) -> tensor<1x0x1xf32>
  check.expect_eq_const %none, dense<> : tensor<1x0x1xf32>
  %empty = stablehlo.constant dense<> : tensor<1x0x1xf32>
  %padded = stablehlo.convolution(%empty, %long) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x0x1xf32>, tensor<2x1x1xf32>) -> tensor<1x1x1xf32>
  check.expect_eq_const %padded, dense<0.0> : tensor<1x1x1xf32>
  return
}

// -----

// One kernel a feature, in half precision: the sum is rounded once here too.
func.func @convolution_depthwise_rounds_once() {
  %lhs = stablehlo.constant dense<[[[2048.0, 1.0], [1.0, 2.0], [1.0, 3.0]]]> : tensor<1x3x2xf16>
  %one = stablehlo.constant dense<1.0> : tensor<3x1x2xf16>
  %r = stablehlo.convolution(%lhs, %one) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x3x2xf16>, tensor<3x1x2xf16>) -> tensor<1x1x2xf16>
  check.expect_eq_const %r, dense<[[[2050.0, 6.0]]]> : tensor<1x1x2xf16>
  return
}

// -----

// A kernel without elements: as many windows as of any other size (C25), each an empty sum.
func.func @convolution_empty_kernel() {
  %x = stablehlo.constant dense<1.0> : tensor<1x4x2x3xf32>
  %none = stablehlo.constant dense<> : tensor<0x2x3x2xf32>
  // expected-warning @+1 {{dim(rhs, 0) = 0; the specification allows it}}
  %r = stablehlo.convolution(%x, %none) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], rhs_dilate = [3, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x2x3xf32>, tensor<0x2x3x2xf32>) -> tensor<1x3x1x2xf32>
  check.expect_eq_const %r, dense<0.0> : tensor<1x3x1x2xf32>
  // Nothing fits into nothing.
  %p = stablehlo.constant dense<> : tensor<1x0x2x3xf32>
  // expected-warning @+1 {{dim(rhs, 0) = 0}}
  %s = stablehlo.convolution(%p, %none) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x0x2x3xf32>, tensor<0x2x3x2xf32>) -> tensor<1x0x1x2xf32>
  check.expect_eq_const %s, dense<> : tensor<1x0x1x2xf32>
  // No input features.
  %y = stablehlo.constant dense<> : tensor<1x2x0xi32>
  %k = stablehlo.constant dense<> : tensor<1x0x2xi32>
  %f = stablehlo.convolution(%y, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x0xi32>, tensor<1x0x2xi32>) -> tensor<1x2x2xi32>
  check.expect_eq_const %f, dense<0> : tensor<1x2x2xi32>
  // Complex numbers, and quantized ones, of which 0 is the zero point.
  %c = stablehlo.constant dense<(1.0, 2.0)> : tensor<1x1x1xcomplex<f64>>
  %ck = stablehlo.constant dense<> : tensor<0x1x1xcomplex<f64>>
  // expected-warning @+1 {{dim(rhs, 0) = 0}}
  %cr = stablehlo.convolution(%c, %ck) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x1xcomplex<f64>>, tensor<0x1x1xcomplex<f64>>) -> tensor<1x2x1xcomplex<f64>>
  check.expect_eq_const %cr, dense<(0.0, 0.0)> : tensor<1x2x1xcomplex<f64>>
  %q = stablehlo.constant dense<5> : tensor<1x1x1x!quant.uniform<i8:f32, 0.5:3>>
  %qk = stablehlo.constant dense<> : tensor<0x1x1x!quant.uniform<i8:f32, 0.5>>
  // expected-warning @+1 {{dim(rhs, 0) = 0}}
  %qr = stablehlo.convolution(%q, %qk) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x1x!quant.uniform<i8:f32, 0.5:3>>, tensor<0x1x1x!quant.uniform<i8:f32, 0.5>>) -> tensor<1x2x1x!quant.uniform<i8:f32, 0.25:-7>>
  check.expect_eq_const %qr, dense<-7> : tensor<1x2x1x!quant.uniform<i8:f32, 0.25:-7>>
  return
}

// -----

// The holes of lhs_dilation are not multiplied, so infinite elements of rhs over them give no NaN.
// A window over holes alone is 0.
func.func @convolution_holes() {
  %x = stablehlo.constant dense<[[[2.0], [3.0]]]> : tensor<1x2x1xf32>
  %w = stablehlo.constant dense<[[[0x7F800000]], [[5.0]]]> : tensor<2x1x1xf32>
  %r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {lhs_dilate = [3]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x1xf32>, tensor<2x1x1xf32>) -> tensor<1x3x1xf32>
  check.expect_eq_const %r, dense<[[[0x7F800000], [0.0], [15.0]]]> : tensor<1x3x1xf32>
  return
}
