// paddock: exact
// Results whose sizes the formula, the index or the group says.
func.func @products() {
  %a = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %b = stablehlo.constant dense<[[1, 0], [2, 1]]> : tensor<2x2xi32>
  %open = stablehlo.convert %a : (tensor<3x2xi32>) -> tensor<?x?xi32>
  %product = stablehlo.einsum %open, %b, config = "ab,bc->ca" : (tensor<?x?xi32>, tensor<2x2xi32>) -> tensor<?x?xi32>
  %r = stablehlo.convert %product : (tensor<?x?xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %r, dense<[[5, 11, 17], [2, 4, 6]]> : tensor<2x3xi32>
  %sums = stablehlo.unary_einsum %open, config = "ab->b" : (tensor<?x?xi32>) -> tensor<?xi32>
  %s = stablehlo.convert %sums : (tensor<?xi32>) -> tensor<2xi32>
  check.expect_eq_const %s, dense<[9, 12]> : tensor<2xi32>
  return
}

// -----

func.func @selected() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %i = stablehlo.constant dense<[2, 0]> : tensor<2xi64>
  %open = stablehlo.convert %i : (tensor<2xi64>) -> tensor<?xi64>
  %rows = "stablehlo.torch_index_select"(%x, %open) {dim = 0 : i64, batch_dims = 0 : i64} : (tensor<3x2xi32>, tensor<?xi64>) -> tensor<?x?xi32>
  %r = stablehlo.convert %rows : (tensor<?x?xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %r, dense<[[5, 6], [1, 2]]> : tensor<2x2xi32>
  return
}

// -----

// Sizes that are known once the run has computed them.
func.func @later() {
  %x = stablehlo.constant dense<[1.0, 3.0]> : tensor<2xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  %size = stablehlo.convert %sum : (tensor<f32>) -> tensor<i64>
  %shape = stablehlo.reshape %size : (tensor<i64>) -> tensor<1xi64>
  %list = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi64>) -> tensor<?xi32>
  %square = stablehlo.einsum %list, %list, config = "a,b->ab" : (tensor<?xi32>, tensor<?xi32>) -> tensor<?x?xi32>
  %diagonal = stablehlo.unary_einsum %square, config = "aa->a" : (tensor<?x?xi32>) -> tensor<?xi32>
  %r = stablehlo.convert %diagonal : (tensor<?xi32>) -> tensor<4xi32>
  check.expect_eq_const %r, dense<[0, 1, 4, 9]> : tensor<4xi32>
  return
}

// -----

// The groups say the sizes: of one process each, of all of a row, of all, by a list and without one.
module @collectives {
  func.func @f(%static: tensor<2xi32>) -> (tensor<4xi32>, tensor<4xi32>, tensor<2xi32>, tensor<2xi32>) {
    %x = stablehlo.convert %static : (tensor<2xi32>) -> tensor<?xi32>
    %all = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<?xi32>) -> tensor<?xi32>
    %any = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<> : tensor<0x0xi64>} : (tensor<?xi32>) -> tensor<?xi32>
    %both = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<?xi32>) -> tensor<?xi32>
    %part = "stablehlo.reduce_scatter"(%all) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %sum = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %sum : tensor<i32>
    }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<?xi32>) -> tensor<?xi32>
    %r0 = stablehlo.convert %all : (tensor<?xi32>) -> tensor<4xi32>
    %r1 = stablehlo.convert %any : (tensor<?xi32>) -> tensor<4xi32>
    %r2 = stablehlo.convert %both : (tensor<?xi32>) -> tensor<2xi32>
    %r3 = stablehlo.convert %part : (tensor<?xi32>) -> tensor<2xi32>
    return %r0, %r1, %r2, %r3 : tensor<4xi32>, tensor<4xi32>, tensor<2xi32>, tensor<2xi32>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %x1 = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
    %r:8 = "interpreter.run_parallel"(%x0, %x1) {programs = [[@f], [@f]]}
      : (tensor<2xi32>, tensor<2xi32>) -> (tensor<4xi32>, tensor<4xi32>, tensor<2xi32>, tensor<2xi32>, tensor<4xi32>, tensor<4xi32>, tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %r#0, dense<[3, 4, 1, 2]> : tensor<4xi32>
    check.expect_eq_const %r#1, dense<[1, 2, 3, 4]> : tensor<4xi32>
    check.expect_eq_const %r#2, dense<[1, 2]> : tensor<2xi32>
    check.expect_eq_const %r#3, dense<[6, 8]> : tensor<2xi32>
    check.expect_eq_const %r#4, dense<[3, 4, 1, 2]> : tensor<4xi32>
    check.expect_eq_const %r#6, dense<[3, 4]> : tensor<2xi32>
    check.expect_eq_const %r#7, dense<[2, 4]> : tensor<2xi32>
    return
  }
}

// -----

// A future has the sizes of what it stands for.
module @started {
  func.func @f(%static: tensor<2xi32>) -> (tensor<4xi32>, tensor<2xi32>) {
    %x = stablehlo.convert %static : (tensor<2xi32>) -> tensor<?xi32>
    %future = "stablehlo.async_start"(%x) ({
    ^bb0(%y: tensor<?xi32>):
      %all = "stablehlo.all_gather"(%y) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<?xi32>) -> tensor<?xi32>
      stablehlo.return %all : tensor<?xi32>
    }) : (tensor<?xi32>) -> !stablehlo.future<tensor<?xi32>>
    %r = "stablehlo.async_done"(%future) : (!stablehlo.future<tensor<?xi32>>) -> tensor<?xi32>
    %first = "stablehlo.async_start"(%r) ({
    ^bb0(%y: tensor<?xi32>):
      %one = "stablehlo.slice"(%y) {start_indices = array<i64: 1>, limit_indices = array<i64: 3>, strides = array<i64: 1>} : (tensor<?xi32>) -> tensor<?xi32>
      stablehlo.return %one : tensor<?xi32>
    }) : (tensor<?xi32>) -> !stablehlo.future<tensor<?xi32>>
    %s = "stablehlo.async_done"(%first) : (!stablehlo.future<tensor<?xi32>>) -> tensor<?xi32>
    %r0 = stablehlo.convert %r : (tensor<?xi32>) -> tensor<4xi32>
    %r1 = stablehlo.convert %s : (tensor<?xi32>) -> tensor<2xi32>
    return %r0, %r1 : tensor<4xi32>, tensor<2xi32>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %x1 = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
    %r:4 = "interpreter.run_parallel"(%x0, %x1) {programs = [[@f], [@f]]}
      : (tensor<2xi32>, tensor<2xi32>) -> (tensor<4xi32>, tensor<2xi32>, tensor<4xi32>, tensor<2xi32>)
    check.expect_eq_const %r#0, dense<[1, 2, 3, 4]> : tensor<4xi32>
    check.expect_eq_const %r#3, dense<[2, 3]> : tensor<2xi32>
    return
  }
}

// -----

// The body of a scan gives what its arguments have: carries are as large as the inits, and outputs as
// what is returned.
func.func @scan() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %i = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  %open = stablehlo.convert %x : (tensor<3x2xi32>) -> tensor<?x?xi32>
  %init = stablehlo.convert %i : (tensor<2xi32>) -> tensor<?xi32>
  %r:3 = "chlo.scan"(%open, %init) ({
  ^bb0(%a: tensor<?xi32>, %b: tensor<?xi32>):
    %sum = stablehlo.add %a, %b : tensor<?xi32>
    %twice = stablehlo.concatenate %sum, %a, dim = 0 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    stablehlo.return %sum, %twice, %sum : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
  }) {dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 2, 1>} : (tensor<?x?xi32>, tensor<?xi32>) -> (tensor<?x?xi32>, tensor<?x?xi32>, tensor<?xi32>)
  %sums = stablehlo.convert %r#0 : (tensor<?x?xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %sums, dense<[[11, 22], [14, 26], [19, 32]]> : tensor<3x2xi32>
  %wide = stablehlo.convert %r#1 : (tensor<?x?xi32>) -> tensor<3x4xi32>
  check.expect_eq_const %wide, dense<[[11, 22, 1, 2], [14, 26, 3, 4], [19, 32, 5, 6]]> : tensor<3x4xi32>
  %last = stablehlo.convert %r#2 : (tensor<?xi32>) -> tensor<2xi32>
  check.expect_eq_const %last, dense<[19, 32]> : tensor<2xi32>
  return
}

// -----

// Backward, along the last dimension, with sizes that the body computes from others.
func.func @scan_backward() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %i = stablehlo.constant dense<0.0> : tensor<2xf32>
  %open = stablehlo.convert %x : (tensor<2x3xf32>) -> tensor<?x3xf32>
  %r:2 = "chlo.scan"(%open, %i) ({
  ^bb0(%a: tensor<?xf32>, %b: tensor<2xf32>):
    %same = stablehlo.convert %a : (tensor<?xf32>) -> tensor<2xf32>
    %sum = stablehlo.add %same, %b : tensor<2xf32>
    %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>
    %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
    %count = stablehlo.dynamic_iota %n1, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
    %out = stablehlo.add %a, %count : tensor<?xf32>
    stablehlo.return %out, %sum : tensor<?xf32>, tensor<2xf32>
  }) {dimension = 1 : i64, is_reverse = true, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>} : (tensor<?x3xf32>, tensor<2xf32>) -> (tensor<?x3xf32>, tensor<2xf32>)
  %out = stablehlo.convert %r#0 : (tensor<?x3xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %out, dense<[[1.0, 2.0, 3.0], [5.0, 6.0, 7.0]]> : tensor<2x3xf32>
  check.expect_eq_const %r#1, dense<[6.0, 15.0]> : tensor<2xf32>
  return
}

// -----

// No positions: the body is never run, and the carry is the init.
func.func @scan_of_nothing() {
  %x = stablehlo.constant dense<> : tensor<0x2xi32>
  %i = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  %open = stablehlo.convert %x : (tensor<0x2xi32>) -> tensor<?x?xi32>
  %r:2 = "chlo.scan"(%open, %i) ({
  ^bb0(%a: tensor<?xi32>, %b: tensor<2xi32>):
    %twice = stablehlo.concatenate %a, %a, dim = 0 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    stablehlo.return %twice, %b : tensor<?xi32>, tensor<2xi32>
  }) {dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>} : (tensor<?x?xi32>, tensor<2xi32>) -> (tensor<?x?xi32>, tensor<2xi32>)
  %none = stablehlo.convert %r#0 : (tensor<?x?xi32>) -> tensor<0x4xi32>
  check.expect_eq_const %none, dense<> : tensor<0x4xi32>
  check.expect_eq_const %r#1, dense<[10, 20]> : tensor<2xi32>
  return
}

// -----

// A carry keeps its size.
func.func @fail_scan_grows() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %i = stablehlo.constant dense<[10]> : tensor<1xi32>
  %init = stablehlo.convert %i : (tensor<1xi32>) -> tensor<?xi32>
  // expected-error @+1 {{body returns tensor<2xi32> for a carry of type tensor<1xi32>}}
  %r = "chlo.scan"(%x, %init) ({
  ^bb0(%a: tensor<i32>, %b: tensor<?xi32>):
    %one = stablehlo.reshape %a : (tensor<i32>) -> tensor<1xi32>
    %longer = stablehlo.concatenate %b, %one, dim = 0 : (tensor<?xi32>, tensor<1xi32>) -> tensor<?xi32>
    stablehlo.return %longer : tensor<?xi32>
  }) {dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 0, 1>} : (tensor<2xi32>, tensor<?xi32>) -> tensor<?xi32>
  stablehlo.custom_call @dce_sink(%r) : (tensor<?xi32>) -> ()
  return
}

// -----

func.func @fail_scan_of_no_length() {
  %i = stablehlo.constant dense<1> : tensor<i32>
  // expected-error @+1 {{neither inputs nor scan_dim_size determine the length of the scan}}
  %r:2 = "chlo.scan"(%i) ({
  ^bb0(%b: tensor<i32>):
    stablehlo.return %b, %b : tensor<i32>, tensor<i32>
  }) {dimension = 0 : i64, operandSegmentSizes = array<i32: 0, 1>, resultSegmentSizes = array<i32: 1, 1>} : (tensor<i32>) -> (tensor<?xi32>, tensor<i32>)
  stablehlo.custom_call @dce_sink(%r#1) : (tensor<i32>) -> ()
  return
}

// -----

// A size of at most 2 that is 1 becomes any other.
func.func @spread() {
  %one = stablehlo.constant dense<7> : tensor<1xi32>
  %open = stablehlo.convert %one : (tensor<1xi32>) -> tensor<?xi32, #stablehlo.bounds<2>>
  %r = stablehlo.broadcast_in_dim %open, dims = [0] : (tensor<?xi32, #stablehlo.bounds<2>>) -> tensor<3xi32>
  check.expect_eq_const %r, dense<7> : tensor<3xi32>
  return
}

// -----

func.func @fail_spread() {
  %two = stablehlo.constant dense<7> : tensor<2xi32>
  %open = stablehlo.convert %two : (tensor<2xi32>) -> tensor<?xi32, #stablehlo.bounds<2>>
  // expected-error @+1 {{dim(operand, 0) = 2 and dim(result, 0) = 3}}
  %r = stablehlo.broadcast_in_dim %open, dims = [0] : (tensor<?xi32, #stablehlo.bounds<2>>) -> tensor<3xi32>
  stablehlo.custom_call @dce_sink(%r) : (tensor<3xi32>) -> ()
  return
}
