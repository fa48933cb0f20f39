// paddock: exact
// Rules that wait for values: what breaks them, and the code of the diagnostic. One program a case; the
// barriers hide constants from the check.

// Six elements do not fill eight.
func.func @main() -> tensor<?x?xi32> {
  %x = stablehlo.constant dense<1> : tensor<2x3xi32>
  %shape_known = stablehlo.constant dense<[2, 4]> : tensor<2xi32>
  %shape = stablehlo.optimization_barrier %shape_known : tensor<2xi32>
  // expected-error @+1 {{dynamic_reshape-c2}}
  %result = stablehlo.dynamic_reshape %x, %shape : (tensor<2x3xi32>, tensor<2xi32>) -> tensor<?x?xi32>
  func.return %result : tensor<?x?xi32>
}

// -----

// A size of 3 is neither 1 nor 4.
func.func @main() -> tensor<?x?xi32> {
  %x = stablehlo.constant dense<1> : tensor<3xi32>
  %shape_known = stablehlo.constant dense<[2, 4]> : tensor<2xi32>
  %shape = stablehlo.optimization_barrier %shape_known : tensor<2xi32>
  // expected-error @+1 {{dynamic_broadcast_in_dim-c5}}
  %result = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [1] : (tensor<3xi32>, tensor<2xi32>) -> tensor<?x?xi32>
  func.return %result : tensor<?x?xi32>
}

// -----

// Elements cannot be taken out from between others.
func.func @main() -> tensor<?xi32> {
  %x = stablehlo.constant dense<1> : tensor<3xi32>
  %v = stablehlo.constant dense<0> : tensor<i32>
  %edge_known = stablehlo.constant dense<[1]> : tensor<1xi32>
  %edge = stablehlo.optimization_barrier %edge_known : tensor<1xi32>
  %interior_known = stablehlo.constant dense<[-1]> : tensor<1xi32>
  %interior = stablehlo.optimization_barrier %interior_known : tensor<1xi32>
  // expected-error @+1 {{dynamic_pad-c3}}
  %result = stablehlo.dynamic_pad %x, %v, %edge, %edge, %interior : (tensor<3xi32>, tensor<i32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xi32>
  func.return %result : tensor<?xi32>
}

// -----

// Five elements, where the result is declared to have four.
func.func @main() -> tensor<4xi32> {
  %x = stablehlo.constant dense<1> : tensor<3xi32>
  %v = stablehlo.constant dense<0> : tensor<i32>
  %edge_known = stablehlo.constant dense<[1]> : tensor<1xi32>
  %edge = stablehlo.optimization_barrier %edge_known : tensor<1xi32>
  %interior_known = stablehlo.constant dense<[0]> : tensor<1xi32>
  %interior = stablehlo.optimization_barrier %interior_known : tensor<1xi32>
  // expected-error @+1 {{dynamic_pad-c4}}
  %result = stablehlo.dynamic_pad %x, %v, %edge, %edge, %interior : (tensor<3xi32>, tensor<i32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
  func.return %result : tensor<4xi32>
}

// -----

// A collapsed dimension has one element at most.
func.func @main() -> tensor<?x?xi32> {
  %x = stablehlo.constant dense<1> : tensor<3x4xi32>
  %i = stablehlo.constant dense<0> : tensor<2x1xi32>
  %sizes_known = stablehlo.constant dense<[2, 4]> : tensor<2xi32>
  %sizes = stablehlo.optimization_barrier %sizes_known : tensor<2xi32>
  // expected-error @+1 {{dynamic_gather-c8}}
  %result = "stablehlo.dynamic_gather"(%x, %i, %sizes) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>} : (tensor<3x4xi32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<?x?xi32>
  func.return %result : tensor<?x?xi32>
}

// -----

// A slice of five elements of four.
func.func @main() -> tensor<?x?xi32> {
  %x = stablehlo.constant dense<1> : tensor<3x4xi32>
  %i = stablehlo.constant dense<0> : tensor<2x1xi32>
  %sizes_known = stablehlo.constant dense<[1, 5]> : tensor<2xi32>
  %sizes = stablehlo.optimization_barrier %sizes_known : tensor<2xi32>
  // expected-error @+1 {{dynamic_gather-c12}}
  %result = "stablehlo.dynamic_gather"(%x, %i, %sizes) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>} : (tensor<3x4xi32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<?x?xi32>
  func.return %result : tensor<?x?xi32>
}

// -----

// Slices of two elements, where the result is declared to have three.
func.func @main() -> tensor<2x3xi32> {
  %x = stablehlo.constant dense<1> : tensor<3x4xi32>
  %i = stablehlo.constant dense<0> : tensor<2x1xi32>
  %sizes_known = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %sizes = stablehlo.optimization_barrier %sizes_known : tensor<2xi32>
  // expected-error @+1 {{dynamic_gather-c13}}
  %result = "stablehlo.dynamic_gather"(%x, %i, %sizes) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>} : (tensor<3x4xi32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<2x3xi32>
  func.return %result : tensor<2x3xi32>
}

// -----

// The limit lies before the start.
func.func @main() -> tensor<?xi32> {
  %x = stablehlo.constant dense<1> : tensor<4xi32>
  %start_known = stablehlo.constant dense<[3]> : tensor<1xi32>
  %start = stablehlo.optimization_barrier %start_known : tensor<1xi32>
  %limit_known = stablehlo.constant dense<[1]> : tensor<1xi32>
  %limit = stablehlo.optimization_barrier %limit_known : tensor<1xi32>
  %strides_known = stablehlo.constant dense<[1]> : tensor<1xi32>
  %strides = stablehlo.optimization_barrier %strides_known : tensor<1xi32>
  // expected-error @+1 {{real_dynamic_slice-x4}}
  %result = stablehlo.real_dynamic_slice %x, %start, %limit, %strides : (tensor<4xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xi32>
  func.return %result : tensor<?xi32>
}

// -----

// Five elements of four.
func.func @main() -> tensor<?xi32, #stablehlo.bounds<4>> {
  %x = stablehlo.constant dense<1> : tensor<4xi32>
  %size_known = stablehlo.constant dense<5> : tensor<i32>
  %size = stablehlo.optimization_barrier %size_known : tensor<i32>
  // expected-error @+1 {{set_dimension_size-x3}}
  %result = stablehlo.set_dimension_size %x, %size, dim = 0 : (tensor<4xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<4>>
  func.return %result : tensor<?xi32, #stablehlo.bounds<4>>
}

// -----

// Three windows, where the result is declared to have two.
func.func @main() -> tensor<1x2x1xf32> {
  %x = stablehlo.constant dense<1.0> : tensor<1x4x1xf32>
  %k = stablehlo.constant dense<1.0> : tensor<2x1x1xf32>
  %padding_known = stablehlo.constant dense<[[0, 0]]> : tensor<1x2xi32>
  %padding = stablehlo.optimization_barrier %padding_known : tensor<1x2xi32>
  // expected-error @+1 {{dynamic_conv-c25}}
  %result = "stablehlo.dynamic_conv"(%x, %k, %padding) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x1xf32>, tensor<2x1x1xf32>, tensor<1x2xi32>) -> tensor<1x2x1xf32>
  func.return %result : tensor<1x2x1xf32>
}

// -----

// What a program asks of its sizes does not hold.
func.func @main() {
  %size = stablehlo.constant dense<3> : tensor<i32>
  %even = stablehlo.constant dense<false> : tensor<i1>
  // expected-error @+1 {{shape-assertion}}
  stablehlo.custom_call @shape_assertion(%even, %size) {error_message = "the size {0} is odd", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  func.return
}

// -----

// A program of a grid takes three elements at most, and is given four.
func.func private @f(%x: tensor<?xi32, #stablehlo.bounds<3>>) -> tensor<?xi32, #stablehlo.bounds<3>> {
  return %x : tensor<?xi32, #stablehlo.bounds<3>>
}
func.func @main() {
  %n_known = stablehlo.constant dense<[4]> : tensor<1xi32>
  %n = stablehlo.optimization_barrier %n_known : tensor<1xi32>
  %x = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  // expected-error @+1 {{interpreter-run_parallel-x6}}
  %r = "interpreter.run_parallel"(%x) {programs = [[@f]]} : (tensor<?xi32>) -> tensor<?xi32>
  func.return
}

// -----

// The program returns three elements, where two are declared.
func.func private @f(%n: tensor<1xi32>) -> tensor<?xi32> {
  %x = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  return %x : tensor<?xi32>
}
func.func @main() {
  %n = stablehlo.constant dense<[3]> : tensor<1xi32>
  // expected-error @+1 {{interpreter-run_parallel-x7}}
  %r = "interpreter.run_parallel"(%n) {programs = [[@f]]} : (tensor<1xi32>) -> tensor<2xi32>
  func.return
}

// -----

// A dimension that does not expand, says the program, and does.
func.func @main() -> tensor<?x?xi32> {
  %x = stablehlo.constant dense<7> : tensor<1xi32>
  %shape_known = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %shape = stablehlo.optimization_barrier %shape_known : tensor<2xi32>
  // expected-error @+1 {{dynamic_broadcast_in_dim-x1}}
  %result = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [1] {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<1xi32>, tensor<2xi32>) -> tensor<?x?xi32>
  func.return %result : tensor<?x?xi32>
}

// -----

// A transform whose length differs from a size known only at run time.
func.func @main() -> tensor<?xcomplex<f32>> {
  %x = stablehlo.constant dense<(1.0, 0.0)> : tensor<4xcomplex<f32>>
  %size_known = stablehlo.constant dense<[4]> : tensor<1xi32>
  %size = stablehlo.optimization_barrier %size_known : tensor<1xi32>
  %open = stablehlo.dynamic_reshape %x, %size : (tensor<4xcomplex<f32>>, tensor<1xi32>) -> tensor<?xcomplex<f32>>
  // expected-error @+1 {{fft-x1}}
  %result = stablehlo.fft %open, type = FFT, length = [2] : (tensor<?xcomplex<f32>>) -> tensor<?xcomplex<f32>>
  func.return %result : tensor<?xcomplex<f32>>
}
