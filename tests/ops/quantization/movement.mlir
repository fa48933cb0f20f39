// Operations that look at no element.

!q = !quant.uniform<i8:f32, 0.5:-10>

// Elements move as they are stored; padding is of the same type.
func.func @movement_of_quantized() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2x!q>
  %p = stablehlo.constant dense<-10> : tensor<!q>
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x2x!q>) -> tensor<2x2x!q>
  check.expect_eq_const %0, dense<[[1, 3], [2, 4]]> : tensor<2x2x!q>
  %1 = stablehlo.reshape %x : (tensor<2x2x!q>) -> tensor<4x!q>
  check.expect_eq_const %1, dense<[1, 2, 3, 4]> : tensor<4x!q>
  %2 = stablehlo.pad %1, %p, low = [1], high = [0], interior = [0] : (tensor<4x!q>, tensor<!q>) -> tensor<5x!q>
  check.expect_eq_const %2, dense<[-10, 1, 2, 3, 4]> : tensor<5x!q>
  %3 = stablehlo.slice %2 [0:5:2] : (tensor<5x!q>) -> tensor<3x!q>
  check.expect_eq_const %3, dense<[-10, 2, 4]> : tensor<3x!q>
  %4 = stablehlo.reverse %3, dims = [0] : tensor<3x!q>
  check.expect_eq_const %4, dense<[4, 2, -10]> : tensor<3x!q>
  %5 = stablehlo.concatenate %4, %3, dim = 0 : (tensor<3x!q>, tensor<3x!q>) -> tensor<6x!q>
  check.expect_eq_const %5, dense<[4, 2, -10, -10, 2, 4]> : tensor<6x!q>
  %6 = stablehlo.broadcast_in_dim %3, dims = [1] : (tensor<3x!q>) -> tensor<2x3x!q>
  check.expect_eq_const %6, dense<[[-10, 2, 4], [-10, 2, 4]]> : tensor<2x3x!q>
  %7 = stablehlo.broadcast %p, sizes = [2] : (tensor<!q>) -> tensor<2x!q>
  check.expect_eq_const %7, dense<-10> : tensor<2x!q>
  %8 = stablehlo.get_dimension_size %6, dim = 1 : (tensor<2x3x!q>) -> tensor<i32>
  check.expect_eq_const %8, dense<3> : tensor<i32>
  return
}

// -----

!p = !quant.uniform<i8:f32:1, {0.5:-10, 0.25:4}>
!t = !quant.uniform<i8:f32:0, {0.5:-10, 0.25:4}>
!u = !quant.uniform<i8:f32:2, {0.5:-10, 0.25:4}>

// A quantization dimension goes with its dimension.
func.func @movement_of_per_axis_quantized() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2x!p>
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<3x2x!p>) -> tensor<2x3x!t>
  check.expect_eq_const %0, dense<[[1, 3, 5], [2, 4, 6]]> : tensor<2x3x!t>
  %1 = stablehlo.reshape %x : (tensor<3x2x!p>) -> tensor<1x3x2x!u>
  check.expect_eq_const %1, dense<[[[1, 2], [3, 4], [5, 6]]]> : tensor<1x3x2x!u>
  %2 = stablehlo.broadcast_in_dim %x, dims = [1, 2] : (tensor<3x2x!p>) -> tensor<2x3x2x!u>
  check.expect_eq_const %2, dense<[[[1, 2], [3, 4], [5, 6]], [[1, 2], [3, 4], [5, 6]]]> : tensor<2x3x2x!u>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>

// Indices choose among stored elements.
func.func @indexing_of_quantized() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3x!q>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.dynamic_slice %x, %one, %one, sizes = [1, 2] : (tensor<2x3x!q>, tensor<i32>, tensor<i32>) -> tensor<1x2x!q>
  check.expect_eq_const %0, dense<[[5, 6]]> : tensor<1x2x!q>
  %u = stablehlo.constant dense<9> : tensor<1x1x!q>
  %1 = stablehlo.dynamic_update_slice %x, %u, %one, %one : (tensor<2x3x!q>, tensor<1x1x!q>, tensor<i32>, tensor<i32>) -> tensor<2x3x!q>
  check.expect_eq_const %1, dense<[[1, 2, 3], [4, 9, 6]]> : tensor<2x3x!q>
  %i = stablehlo.constant dense<[[1], [0]]> : tensor<2x1xi32>
  %2 = "stablehlo.gather"(%x, %i) {
    dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 3>
  } : (tensor<2x3x!q>, tensor<2x1xi32>) -> tensor<2x3x!q>
  check.expect_eq_const %2, dense<[[4, 5, 6], [1, 2, 3]]> : tensor<2x3x!q>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>

// 0, 1 and 2 in steps of a half.
func.func @iota_of_quantized() {
  %0 = stablehlo.iota dim = 0 : tensor<3x!q>
  check.expect_eq_const %0, dense<[-10, -8, -6]> : tensor<3x!q>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>

// What is stored, as a number and back.
func.func @bitcast_of_quantized() {
  %0 = stablehlo.constant dense<[-10, 127]> : tensor<2xi8>
  %1 = stablehlo.bitcast_convert %0 : (tensor<2xi8>) -> tensor<2x!q>
  check.expect_eq_const %1, dense<[-10, 127]> : tensor<2x!q>
  %2 = stablehlo.bitcast_convert %1 : (tensor<2x!q>) -> tensor<2xi8>
  check.expect_eq %2, %0 : tensor<2xi8>, tensor<2xi8>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>

// Control flow carries quantized values: 1 doubled until it is 8.
func.func @while_of_quantized() {
  %x = stablehlo.constant dense<-8> : tensor<!q>
  %limit = stablehlo.constant dense<6> : tensor<!q>
  %r = stablehlo.while(%a = %x) : tensor<!q>
   cond {
    %c = stablehlo.compare LT, %a, %limit : (tensor<!q>, tensor<!q>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %b = stablehlo.add %a, %a : tensor<!q>
    stablehlo.return %b : tensor<!q>
  }
  check.expect_eq_const %r, dense<6> : tensor<!q>
  %t = stablehlo.constant dense<true> : tensor<i1>
  %s = "stablehlo.if"(%t) ({
    %b = stablehlo.multiply %r, %x : tensor<!q>
    stablehlo.return %b : tensor<!q>
  }, {
    stablehlo.return %x : tensor<!q>
  }) : (tensor<i1>) -> tensor<!q>
  check.expect_eq_const %s, dense<6> : tensor<!q>
  %o = stablehlo.optimization_barrier %s : tensor<!q>
  check.expect_eq_const %o, dense<6> : tensor<!q>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>

// Differences of values, not of what is stored: 2 and 2.25 are a quarter apart.
func.func @expectations_of_quantized() {
  %x = stablehlo.constant dense<-6> : tensor<!q>
  %y = stablehlo.constant dense<-5> : tensor<!q>
  check.expect_almost_eq %x, %y {tolerance = 0.5 : f64} : tensor<!q>, tensor<!q>
  return
}
