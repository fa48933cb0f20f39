// Sizes that a custom_call leaves open: operands say them, or the operand that it passes on has them.
func.func @main() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %open = stablehlo.convert %x : (tensor<3x2xi32>) -> tensor<?x2xi32>
  %n = stablehlo.get_dimension_size %open, dim = 0 : (tensor<?x2xi32>) -> tensor<i32>
  %rows = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %sizes = stablehlo.concatenate %rows, %two, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %said = stablehlo.custom_call @Sharding(%open, %sizes) {indices_of_shape_operands = dense<1> : tensor<1xi64>, mhlo.sharding = "{replicated}"} : (tensor<?x2xi32>, tensor<2xi32>) -> tensor<?x2xi32>
  %passed = stablehlo.custom_call @Sharding(%said) : (tensor<?x2xi32>) -> tensor<?x2xi32>
  %wrapped = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%passed, %sizes) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<?x2xi32>, tensor<2xi32>) -> tensor<?x?xi32>
  %r = stablehlo.convert %wrapped : (tensor<?x?xi32>) -> tensor<3x2xi32>
  check.expect_eq %r, %x : tensor<3x2xi32>, tensor<3x2xi32>
  return
}

// -----

// An element-wise function of an old name, and the greatest of each row.
func.func @main() {
  %x = stablehlo.constant dense<[[1.0, 3.0, 2.0], [6.0, 4.0, 5.0]]> : tensor<2x3xf32>
  %open = stablehlo.convert %x : (tensor<2x3xf32>) -> tensor<?x3xf32>
  %erf = stablehlo.custom_call @mhlo.erf(%open) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %same = chlo.erf %x : tensor<2x3xf32> -> tensor<2x3xf32>
  %r = stablehlo.convert %erf : (tensor<?x3xf32>) -> tensor<2x3xf32>
  check.expect_eq %r, %same : tensor<2x3xf32>, tensor<2x3xf32>
  %top:2 = stablehlo.custom_call @mhlo.topk(%open) {mhlo.attributes = {k = 2 : i64, largest = true}} : (tensor<?x3xf32>) -> (tensor<?x2xf32>, tensor<?x2xi32>)
  %values = stablehlo.convert %top#0 : (tensor<?x2xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %values, dense<[[3.0, 2.0], [6.0, 5.0]]> : tensor<2x2xf32>
  return
}

// -----

// The sum of all before, as an export with a symbolic size has it: windows of n, n - 1 before each element.
func.func @main() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [10.0, 20.0], [100.0, 200.0]]> : tensor<3x2xf32>
  %open = stablehlo.convert %x : (tensor<3x2xf32>) -> tensor<?x2xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.get_dimension_size %open, dim = 0 : (tensor<?x2xf32>) -> tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %before = stablehlo.subtract %n, %one : tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %ones1 = stablehlo.constant dense<1> : tensor<1xi32>
  %ones = stablehlo.constant dense<1> : tensor<2xi32>
  %window = stablehlo.concatenate %n1, %ones1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %low = stablehlo.reshape %before : (tensor<i32>) -> tensor<1x1xi32>
  %none = stablehlo.constant dense<0> : tensor<1x1xi32>
  %first = stablehlo.concatenate %low, %none, dim = 1 : (tensor<1x1xi32>, tensor<1x1xi32>) -> tensor<1x2xi32>
  %second = stablehlo.constant dense<0> : tensor<1x2xi32>
  %padding = stablehlo.concatenate %first, %second, dim = 0 : (tensor<1x2xi32>, tensor<1x2xi32>) -> tensor<2x2xi32>
  %sums = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%open, %zero, %window, %ones, %ones, %ones, %padding) {called_computations = [@sum]} : (tensor<?x2xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<?x2xf32>
  %r = stablehlo.convert %sums : (tensor<?x2xf32>) -> tensor<3x2xf32>
  check.expect_eq_const %r, dense<[[1.0, 2.0], [11.0, 22.0], [111.0, 222.0]]> : tensor<3x2xf32>
  return
}
func.func private @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %r = stablehlo.add %a, %b : tensor<f32>
  return %r : tensor<f32>
}

// -----

// Two at once, the greatest and where it is; sizes that only the run knows.
func.func @main() {
  %x = stablehlo.constant dense<[4, 9, 2, 7]> : tensor<4xi32>
  %places = stablehlo.iota dim = 0 : tensor<4xi32>
  %least = stablehlo.constant dense<0> : tensor<i32>
  %hidden = stablehlo.optimization_barrier %x : tensor<4xi32>
  %third = stablehlo.slice %hidden [2:3] : (tensor<4xi32>) -> tensor<1xi32>
  %ones = stablehlo.constant dense<1> : tensor<1xi32>
  %none = stablehlo.constant dense<0> : tensor<1x2xi32>
  %r:2 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %places, %least, %least, %third, %third, %ones, %ones, %none) {called_computations = [@greater]} : (tensor<4xi32>, tensor<4xi32>, tensor<i32>, tensor<i32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> (tensor<?xi32>, tensor<2xi32>)
  %values = stablehlo.convert %r#0 : (tensor<?xi32>) -> tensor<2xi32>
  check.expect_eq_const %values, dense<[9, 7]> : tensor<2xi32>
  check.expect_eq_const %r#1, dense<[1, 3]> : tensor<2xi32>

  %k = stablehlo.reshape %third : (tensor<1xi32>) -> tensor<i32>
  %top:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %k) : (tensor<4xi32>, tensor<i32>) -> (tensor<?xi32>, tensor<?xi32>)
  %most = stablehlo.convert %top#0 : (tensor<?xi32>) -> tensor<2xi32>
  check.expect_eq_const %most, dense<[9, 7]> : tensor<2xi32>
  %where = stablehlo.convert %top#1 : (tensor<?xi32>) -> tensor<2xi32>
  check.expect_eq_const %where, dense<[1, 3]> : tensor<2xi32>

  %state = stablehlo.constant dense<[5, 6]> : tensor<2xui64>
  %random:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%state, %third) {rng_algorithm = #stablehlo<rng_algorithm PHILOX>} : (tensor<2xui64>, tensor<1xi32>) -> (tensor<2xui64>, tensor<?xui32>)
  %expected:2 = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2xui32>)
  %bits = stablehlo.convert %random#1 : (tensor<?xui32>) -> tensor<2xui32>
  check.expect_eq %bits, %expected#1 : tensor<2xui32>, tensor<2xui32>
  check.expect_eq %random#0, %expected#0 : tensor<2xui64>, tensor<2xui64>
  return
}
func.func private @greater(%a: tensor<i32>, %i: tensor<i32>, %b: tensor<i32>, %j: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %is_first = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %value = stablehlo.select %is_first, %a, %b : tensor<i1>, tensor<i32>
  %place = stablehlo.select %is_first, %i, %j : tensor<i1>, tensor<i32>
  return %value, %place : tensor<i32>, tensor<i32>
}

// -----

func.func @fail_sizes_of_another_type() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %sizes = stablehlo.constant dense<[3]> : tensor<1xi32>
  // expected-error @+1 {{the sizes are [3] and result 0 is tensor<2xi32>}}
  %r = stablehlo.custom_call @Sharding(%x, %sizes) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<2xi32>, tensor<1xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @fail_no_such_operand() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  // expected-error @+1 {{operand 1 says no sizes of result 0}}
  %r = stablehlo.custom_call @Sharding(%x) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

// The function computes with other elements than those of the windows.
func.func @fail_body() {
  %x = stablehlo.constant dense<1.0> : tensor<3xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %ones = stablehlo.constant dense<1> : tensor<1xi32>
  %none = stablehlo.constant dense<0> : tensor<1x2xi32>
  // expected-error @+1 {{reduce_window (C13)}}
  %r = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %zero, %two, %ones, %ones, %ones, %none) {called_computations = [@sum]} : (tensor<3xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<2xf32>
  return
}
func.func private @sum(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.add %a, %b : tensor<i32>
  return %r : tensor<i32>
}
