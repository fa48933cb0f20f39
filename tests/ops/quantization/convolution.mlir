!q = !quant.uniform<i8:f32, 0.5:-10>
!k = !quant.uniform<i8:f32, 0.25:0>
!r = !quant.uniform<i8:f32, 1.0:3>

// 1, 2, 3 with windows of [1, 2]; before them stands a real 0, which is stored as -10.
func.func @convolution_of_quantized() {
  %x = stablehlo.constant dense<[[[-8], [-6], [-4]]]> : tensor<1x3x1x!q>
  %w = stablehlo.constant dense<[[[4]], [[8]]]> : tensor<2x1x1x!k>
  %r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 0]]}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x1x!q>, tensor<2x1x1x!k>) -> tensor<1x3x1x!r>
  check.expect_eq_const %r, dense<[[[5], [8], [11]]]> : tensor<1x3x1x!r>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>
!k = !quant.uniform<i8:f32:2, {0.25:0, 0.5:1}>
!r = !quant.uniform<i8:f32:1, {1.0:3, 0.5:1}>
!t = !quant.uniform<i8:f32, 1.0:3>

// Each output feature has its own scale and zero point: 1 and 2 times 2 and 3.
func.func @convolution_per_axis() {
  %x = stablehlo.constant dense<[[[-8], [-6]]]> : tensor<1x2x1x!q>
  %w = stablehlo.constant dense<[[[8, 7]]]> : tensor<1x1x2x!k>
  %r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, f, 0], window = {}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x1x!q>, tensor<1x1x2x!k>) -> tensor<1x2x2x!r>
  check.expect_eq_const %r, dense<[[[5, 7], [7, 13]]]> : tensor<1x2x2x!r>
  %s = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, f, 0], window = {}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x1x!q>, tensor<1x1x2x!k>) -> tensor<1x2x2x!t>
  check.expect_eq_const %s, dense<[[[5, 7], [6, 9]]]> : tensor<1x2x2x!t>
  return
}

// -----

!k = !quant.uniform<i8:f32:2, {0.25:0, 0.5:1}>

// Floats times quantized weights are floats.
func.func @convolution_hybrid() {
  %x = stablehlo.constant dense<[[[1.5], [2.0]]]> : tensor<1x2x1xf32>
  %w = stablehlo.constant dense<[[[8, 7]]]> : tensor<1x1x2x!k>
  %r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x1xf32>, tensor<1x1x2x!k>) -> tensor<1x2x2xf32>
  check.expect_eq_const %r, dense<[[[3.0, 4.5], [4.0, 6.0]]]> : tensor<1x2x2xf32>
  return
}

// -----

!q = !quant.uniform<u8:f32, 1.0:128>
!k = !quant.uniform<u8:f32, 1.0:128>
!r = !quant.uniform<i32:f32, 1.0:0>

// Unsigned storage, and both zero points in its middle: -128 times -128 and 127 times 127.
func.func @convolution_of_unsigned() {
  %x = stablehlo.constant dense<[[[0], [255]]]> : tensor<1x2x1x!q>
  %w = stablehlo.constant dense<[[[0]], [[255]]]> : tensor<2x1x1x!k>
  %r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x1x!q>, tensor<2x1x1x!k>) -> tensor<1x1x1x!r>
  check.expect_eq_const %r, dense<32513> : tensor<1x1x1x!r>
  return
}

// -----

!q = !quant.uniform<i8:f32, 1.0:-5>
!k = !quant.uniform<i8:f32, 1.0:0>
!r = !quant.uniform<i32:f32, 1.0:0>

// Two groups, and windows that meet padding on two sides only.
func.func @convolution_of_groups() {
  %x = stablehlo.constant dense<[[[[5, 0], [127, 6], [9, -128]], [[1, 2], [3, 4], [-100, 7]]]]> : tensor<1x2x3x2x!q>
  %w = stablehlo.constant dense<[[[[1, -2, 3, -128]], [[127, 4, -5, 6]]], [[[7, -8, 9, 10]], [[-11, 12, 13, -14]]]]> : tensor<2x2x1x4x!k>
  %r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, f, 0, 1], window = {stride = [1, 2], pad = [[1, 0], [0, 1]]}
    {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x2x3x2x!q>, tensor<2x2x1x4x!k>) -> tensor<1x4x2x2x!r>
  check.expect_eq_const %r, dense<[[[[-1382, 98], [16728, -651]], [[1504, -112], [556, 732]], [[188, -1107], [140, -261]], [[-104, -1230], [-630, 15864]]]]> : tensor<1x4x2x2x!r>
  return
}
