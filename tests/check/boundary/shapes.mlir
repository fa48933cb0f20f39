// What is right at the edge of a rule, where a check that is not careful refuses it.

// C1, C2: scalars beside any shape; C4 is about the operand alone.
func.func @clamp(%min: tensor<f32>, %max: tensor<2x0xf32>, %x: tensor<2x0xf32>) {
  %0 = "stablehlo.clamp"(%min, %x, %max) : (tensor<f32>, tensor<2x0xf32>, tensor<2x0xf32>) -> tensor<2x0xf32>
  func.return
}

// C4: a size of 0 has nothing between its elements, and -1 of low takes from what high adds.
func.func @pad(%x: tensor<0x3xf32>, %v: tensor<f32>) {
  %0 = stablehlo.pad %x, %v, low = [1, -1], high = [0, -2], interior = [7, 0] : (tensor<0x3xf32>, tensor<f32>) -> tensor<1x0xf32>
  func.return
}

// C3, C5: empty slices at either end, a stride longer than what is sliced.
func.func @slice(%x: tensor<4x0xf32>) {
  %0 = stablehlo.slice %x [4:4, 0:0] : (tensor<4x0xf32>) -> tensor<0x0xf32>
  %1 = stablehlo.slice %x [3:4:100, 0:0:9] : (tensor<4x0xf32>) -> tensor<1x0xf32>
  func.return
}

// C4, C6: slices of no elements, and of all.
func.func @dynamic_slice(%x: tensor<4x2xf32>, %u: tensor<0x2xf32>, %i: tensor<ui8>) {
  %0 = stablehlo.dynamic_slice %x, %i, %i, sizes = [0, 2] : (tensor<4x2xf32>, tensor<ui8>, tensor<ui8>) -> tensor<0x2xf32>
  %1 = stablehlo.dynamic_update_slice %x, %u, %i, %i : (tensor<4x2xf32>, tensor<0x2xf32>, tensor<ui8>, tensor<ui8>) -> tensor<4x2xf32>
  func.return
}

// No dimensions at all: every list is empty.
func.func @scalars(%x: tensor<f32>, %v: tensor<f32>) {
  %0 = "stablehlo.transpose"(%x) {permutation = array<i64>} : (tensor<f32>) -> tensor<f32>
  %1 = "stablehlo.reverse"(%x) {dimensions = array<i64>} : (tensor<f32>) -> tensor<f32>
  %2 = "stablehlo.broadcast_in_dim"(%x) {broadcast_dimensions = array<i64>} : (tensor<f32>) -> tensor<2x3xf32>
  %3 = "stablehlo.slice"(%x) {start_indices = array<i64>, limit_indices = array<i64>, strides = array<i64>} : (tensor<f32>) -> tensor<f32>
  %4 = "stablehlo.pad"(%x, %v) {edge_padding_low = array<i64>, edge_padding_high = array<i64>, interior_padding = array<i64>} : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %5 = "stablehlo.dynamic_slice"(%x) {slice_sizes = array<i64>} : (tensor<f32>) -> tensor<f32>
  %6 = "stablehlo.dot_general"(%x, %v) {dot_dimension_numbers = #stablehlo.dot<>} : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %7 = "stablehlo.reshape"(%x) : (tensor<f32>) -> tensor<1x1xf32>
  func.return
}

// C5: a size of 1 goes to any size, also to 0; another one to itself, in any order of dimensions.
func.func @broadcast_in_dim(%x: tensor<1x3xf32>) {
  %0 = stablehlo.broadcast_in_dim %x, dims = [2, 0] : (tensor<1x3xf32>) -> tensor<3x5x0xf32>
  func.return
}

// C2: no elements are as many as no elements.
func.func @reshape(%x: tensor<0x3xf32>, %y: tensor<2x3xcomplex<f64>>) {
  %0 = stablehlo.reshape %x : (tensor<0x3xf32>) -> tensor<7x0x5xf32>
  %1 = stablehlo.reshape %y : (tensor<2x3xcomplex<f64>>) -> tensor<1x6x1xcomplex<f64>>
  func.return
}

// C3, C4: one input, and inputs without elements along the dimension.
func.func @concatenate(%x: tensor<2x0xi4>, %y: tensor<2x3xi4>) {
  %0 = stablehlo.concatenate %x, dim = 1 : (tensor<2x0xi4>) -> tensor<2x0xi4>
  %1 = stablehlo.concatenate %x, %y, %x, dim = 1 : (tensor<2x0xi4>, tensor<2x3xi4>, tensor<2x0xi4>) -> tensor<2x3xi4>
  func.return
}

// C1: bits are cut as their number divides: i1 is one bit, a complex number two parts, a quantized
// number its storage.
func.func @bitcast_convert(%x: tensor<2xui8>, %y: tensor<4x2xf32>, %z: tensor<2x4xi4>, %q: tensor<3x!quant.uniform<i8:f32, 0.5>>) {
  %0 = stablehlo.bitcast_convert %x : (tensor<2xui8>) -> tensor<2x2xi4>
  %1 = stablehlo.bitcast_convert %y : (tensor<4x2xf32>) -> tensor<4xi64>
  %2 = stablehlo.bitcast_convert %z : (tensor<2x4xi4>) -> tensor<2xbf16>
  %3 = stablehlo.bitcast_convert %q : (tensor<3x!quant.uniform<i8:f32, 0.5>>) -> tensor<3xui8>
  func.return
}

// C1: a scalar predicate for any shape.
func.func @select(%p: tensor<i1>, %x: tensor<0xf32>) {
  %0 = "stablehlo.select"(%p, %x, %x) : (tensor<i1>, tensor<0xf32>, tensor<0xf32>) -> tensor<0xf32>
  func.return
}

// C4: the last dimension may be counted from the end.
func.func @sort(%x: tensor<3x4xi32>) {
  %0 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %less = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) {dimension = -2 : i64} : (tensor<3x4xi32>) -> tensor<3x4xi32>
  func.return
}

// C4, C7: all dimensions, in any order, and none.
func.func @reduce(%x: tensor<2x0xf32>, %i: tensor<f32>) {
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [1, 0] : (tensor<2x0xf32>, tensor<f32>) -> tensor<f32>
  %1 = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [] : (tensor<2x0xf32>, tensor<f32>) -> tensor<2x0xf32>
  func.return
}

// C2, C3: the index vector may be missing, and be of size 0; C9: a collapsed size may be 0.
func.func @gather(%x: tensor<3x4xf32>, %i: tensor<5xi32>, %none: tensor<5x0xi32>) {
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>} : (tensor<3x4xf32>, tensor<5xi32>) -> tensor<5x4xf32>
  %1 = "stablehlo.gather"(%x, %none) {dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [], index_vector_dim = 1>, slice_sizes = array<i64: 3, 4>} : (tensor<3x4xf32>, tensor<5x0xi32>) -> tensor<3x4x5xf32>
  %2 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 0, 2>} : (tensor<3x4xf32>, tensor<5xi32>) -> tensor<5x2xf32>
  func.return
}

// C4, C5: halves and one more; no elements of no elements; C1: fewer lengths than dimensions.
func.func @fft(%x: tensor<2x7xf32>, %y: tensor<2x0xf32>, %z: tensor<2x4xcomplex<f32>>) {
  %0 = stablehlo.fft %x, type = RFFT, length = [7] : (tensor<2x7xf32>) -> tensor<2x4xcomplex<f32>>
  %1 = stablehlo.fft %y, type = RFFT, length = [0] : (tensor<2x0xf32>) -> tensor<2x0xcomplex<f32>>
  %2 = stablehlo.fft %z, type = IRFFT, length = [6] : (tensor<2x4xcomplex<f32>>) -> tensor<2x6xf32>
  %3 = stablehlo.fft %z, type = IRFFT, length = [7] : (tensor<2x4xcomplex<f32>>) -> tensor<2x7xf32>
  func.return
}

// C2, C3: no rows, and a batch of none.
func.func @systems(%a: tensor<0x3x3xf64>, %b: tensor<0x3x0xf64>, %c: tensor<0x0xf32>) {
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<0x3x3xf64>, tensor<0x3x0xf64>) -> tensor<0x3x0xf64>
  %1 = "stablehlo.cholesky"(%c) {lower = true} : (tensor<0x0xf32>) -> tensor<0x0xf32>
  func.return
}

// C2, C3: no bits of mantissa, and more of both than any type has.
func.func @reduce_precision(%x: tensor<2xf32>) {
  %0 = stablehlo.reduce_precision %x, format = e1m0 : tensor<2xf32>
  %1 = stablehlo.reduce_precision %x, format = e100m100 : tensor<2xf32>
  func.return
}
