// Bodies that are applied to elements, and in which a list is as long as the element says.
func.func @main() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %x = stablehlo.constant dense<[3, 5, 0, 4]> : tensor<4xi32>

  // Of 8 and 4 it makes 9 and 4, of both 13, and of that and the init 13: triangles modulo 3 are
  // 1, 0, 0 and 0.
  %reduced = stablehlo.reduce(%x init: %zero) across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
    reducer(%a: tensor<i32>, %b: tensor<i32>) {
      %sum = stablehlo.add %a, %b : tensor<i32>
      %t = func.call @triangle(%sum) : (tensor<i32>) -> tensor<i32>
      %three = stablehlo.constant dense<3> : tensor<i32>
      %r = stablehlo.remainder %t, %three : tensor<i32>
      %next = stablehlo.add %sum, %r : tensor<i32>
      stablehlo.return %next : tensor<i32>
    }
  check.expect_eq_const %reduced, dense<13> : tensor<i32>

  %mapped = "stablehlo.map"(%x) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<i32>):
    %t = func.call @triangle(%a) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %t : tensor<i32>
  }) : (tensor<4xi32>) -> tensor<4xi32>
  check.expect_eq_const %mapped, dense<[3, 10, 0, 6]> : tensor<4xi32>

  // By triangle(x) modulo 5: 3, 0, 0, 1. What is equal stays in order.
  %five = stablehlo.constant dense<5> : tensor<i32>
  %sorted = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = func.call @triangle(%a) : (tensor<i32>) -> tensor<i32>
    %t = func.call @triangle(%b) : (tensor<i32>) -> tensor<i32>
    %i = stablehlo.remainder %s, %five : tensor<i32>
    %j = stablehlo.remainder %t, %five : tensor<i32>
    %less = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<4xi32>) -> tensor<4xi32>
  check.expect_eq_const %sorted, dense<[5, 0, 4, 3]> : tensor<4xi32>

  %scanned:2 = chlo.scan(%x) inits(%zero) dimension=0 {
  ^bb0(%a: tensor<i32>, %carry: tensor<i32>):
    %t = func.call @triangle(%a) : (tensor<i32>) -> tensor<i32>
    %sum = stablehlo.add %t, %carry : tensor<i32>
    stablehlo.return %carry, %sum : tensor<i32>, tensor<i32>
  } : (tensor<4xi32>, tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
  check.expect_eq_const %scanned#0, dense<[0, 3, 13, 13]> : tensor<4xi32>
  check.expect_eq_const %scanned#1, dense<19> : tensor<i32>
  return
}
// The sum of 0 .. n - 1.
func.func private @triangle(%n: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %shape = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %list = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %sum = stablehlo.reduce(%list init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?xi32>, tensor<i32>) -> tensor<i32>
  return %sum : tensor<i32>
}

// -----

// Windows, and updates one after the other.
func.func @main() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %x = stablehlo.constant dense<[3, 5, 0, 4]> : tensor<4xi32>
  %windows = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %t = func.call @triangle(%b) : (tensor<i32>) -> tensor<i32>
    %sum = stablehlo.add %a, %t : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) : (tensor<4xi32>, tensor<i32>) -> tensor<3xi32>
  %reference = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %one = stablehlo.constant dense<1> : tensor<i32>
    %two = stablehlo.constant dense<2> : tensor<i32>
    %less = stablehlo.subtract %b, %one : tensor<i32>
    %product = stablehlo.multiply %b, %less : tensor<i32>
    %t = stablehlo.divide %product, %two : tensor<i32>
    %sum = stablehlo.add %a, %t : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) : (tensor<4xi32>, tensor<i32>) -> tensor<3xi32>
  check.expect_eq %windows, %reference : tensor<3xi32>, tensor<3xi32>

  // The element whose triangle is greater is selected.
  %source = stablehlo.constant dense<[7, 9]> : tensor<2xi32>
  %selected = "stablehlo.select_and_scatter"(%x, %source, %zero) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = func.call @triangle(%a) : (tensor<i32>) -> tensor<i32>
    %t = func.call @triangle(%b) : (tensor<i32>) -> tensor<i32>
    %keeps = stablehlo.compare GE, %s, %t : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %keeps : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %t = func.call @triangle(%b) : (tensor<i32>) -> tensor<i32>
    %sum = stablehlo.add %a, %t : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}
    : (tensor<4xi32>, tensor<2xi32>, tensor<i32>) -> tensor<4xi32>
  check.expect_eq_const %selected, dense<[0, 21, 0, 36]> : tensor<4xi32>

  // Twice to the same place, and once outside. The limit is a value of outside.
  %limit = stablehlo.reduce(%x init: %zero) applies stablehlo.maximum across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  %indices = stablehlo.constant dense<[[1], [9], [1]]> : tensor<3x1xi64>
  %updates = stablehlo.constant dense<[2, 3, 4]> : tensor<3xi32>
  %scattered = "stablehlo.scatter"(%x, %indices, %updates) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %t = func.call @triangle(%b) : (tensor<i32>) -> tensor<i32>
    %u = func.call @triangle(%limit) : (tensor<i32>) -> tensor<i32>
    %sum = stablehlo.add %a, %t : tensor<i32>
    %all = stablehlo.add %sum, %u : tensor<i32>
    stablehlo.return %all : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}
    : (tensor<4xi32>, tensor<3x1xi64>, tensor<3xi32>) -> tensor<4xi32>
  check.expect_eq_const %scattered, dense<[3, 32, 0, 4]> : tensor<4xi32>
  return
}
func.func private @triangle(%n: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %shape = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %list = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %sum = stablehlo.reduce(%list init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?xi32>, tensor<i32>) -> tensor<i32>
  return %sum : tensor<i32>
}

// -----

// A body in a body, in a loop: each is planned by itself, and the loop stays a loop.
func.func @main() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %x = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %r:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<2xi32>
    cond {
      %go = stablehlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i32>
      %w = "stablehlo.map"(%v) <{dimensions = array<i64: 0>}> ({
      ^bb0(%n: tensor<i32>):
        %shape = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
        %list = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
        %sum = stablehlo.reduce(%list init: %i) across dimensions = [0] : (tensor<?xi32>, tensor<i32>) -> tensor<i32>
          reducer(%a: tensor<i32>, %b: tensor<i32>) {
            %s = stablehlo.add %a, %b : tensor<i32>
            %size = stablehlo.reshape %s : (tensor<i32>) -> tensor<1xi32>
            %row = stablehlo.dynamic_broadcast_in_dim %one, %size, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
            %count = stablehlo.reduce(%row init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?xi32>, tensor<i32>) -> tensor<i32>
            stablehlo.return %count : tensor<i32>
          }
        %more = stablehlo.add %sum, %n : tensor<i32>
        stablehlo.return %more : tensor<i32>
      }) : (tensor<2xi32>) -> tensor<2xi32>
      stablehlo.return %next, %w : tensor<i32>, tensor<2xi32>
    }
  check.expect_eq_const %r#1, dense<[7, 22]> : tensor<2xi32>
  return
}

// -----

// Operations that start before a suspension complete after it.
module @async {
  func.func @f(%x: tensor<2xi32>, %n: tensor<i32>) -> (tensor<2xi32>, tensor<4xi32>, tensor<2xi32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %a = "stablehlo.async_start"(%x) ({
    ^bb0(%v: tensor<2xi32>):
      %w = "stablehlo.collective_permute"(%v) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
      stablehlo.return %w : tensor<2xi32>
    }) : (tensor<2xi32>) -> !stablehlo.future<tensor<2xi32>>
    %b = "stablehlo.async_start"(%x) ({
    ^bb0(%v: tensor<2xi32>):
      %w = "stablehlo.all_gather"(%v) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<4xi32>
      stablehlo.return %w : tensor<4xi32>
    }) : (tensor<2xi32>) -> !stablehlo.future<tensor<4xi32>>
    %c = "stablehlo.async_start"(%x) ({
    ^bb0(%v: tensor<2xi32>):
      %w = "stablehlo.all_reduce"(%v) ({
      ^bb0(%p: tensor<i32>, %q: tensor<i32>):
        %s = stablehlo.add %p, %q : tensor<i32>
        stablehlo.return %s : tensor<i32>
      }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
      stablehlo.return %w : tensor<2xi32>
    }) : (tensor<2xi32>) -> !stablehlo.future<tensor<2xi32>>
    %most = stablehlo.reduce(%x init: %n) applies stablehlo.maximum across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
    %shape = stablehlo.reshape %most : (tensor<i32>) -> tensor<1xi32>
    %list = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
    %sum = stablehlo.reduce(%list init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?xi32>, tensor<i32>) -> tensor<i32>
    %row = stablehlo.broadcast_in_dim %sum, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %given = "stablehlo.async_done"(%a) : (!stablehlo.future<tensor<2xi32>>) -> tensor<2xi32>
    %both = stablehlo.add %given, %row : tensor<2xi32>
    %gathered = "stablehlo.async_done"(%b) : (!stablehlo.future<tensor<4xi32>>) -> tensor<4xi32>
    %reduced = "stablehlo.async_done"(%c) : (!stablehlo.future<tensor<2xi32>>) -> tensor<2xi32>
    return %both, %gathered, %reduced : tensor<2xi32>, tensor<4xi32>, tensor<2xi32>
  }
  func.func @main() {
    %n = stablehlo.constant dense<0> : tensor<i32>
    %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %y = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
    %r:6 = "interpreter.run_parallel"(%x, %n, %y, %n) {programs = [[@f], [@f]]} : (tensor<2xi32>, tensor<i32>, tensor<2xi32>, tensor<i32>) -> (tensor<2xi32>, tensor<4xi32>, tensor<2xi32>, tensor<2xi32>, tensor<4xi32>, tensor<2xi32>)
    check.expect_eq_const %r#0, dense<[4, 5]> : tensor<2xi32>
    check.expect_eq_const %r#1, dense<[1, 2, 3, 4]> : tensor<4xi32>
    check.expect_eq_const %r#2, dense<[4, 6]> : tensor<2xi32>
    check.expect_eq_const %r#3, dense<[7, 8]> : tensor<2xi32>
    check.expect_eq_const %r#4, dense<[1, 2, 3, 4]> : tensor<4xi32>
    check.expect_eq_const %r#5, dense<[4, 6]> : tensor<2xi32>
    return
  }
}

// -----

// Numbers drawn after a suspension differ from those before it.
func.func @main() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %low = stablehlo.constant dense<0> : tensor<i64>
  %high = stablehlo.constant dense<1000000000000> : tensor<i64>
  %two = stablehlo.constant dense<2> : tensor<1xi64>
  %before = stablehlo.rng %low, %high, %two, distribution = UNIFORM : (tensor<i64>, tensor<i64>, tensor<1xi64>) -> tensor<2xi64>
  %x = stablehlo.constant dense<[3, 5]> : tensor<2xi32>
  %hidden = stablehlo.optimization_barrier %x : tensor<2xi32>
  %most = stablehlo.reduce(%hidden init: %zero) applies stablehlo.maximum across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
  %shape = stablehlo.reshape %most : (tensor<i32>) -> tensor<1xi32>
  %list = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %fixed = stablehlo.convert %list : (tensor<?xi32>) -> tensor<5xi32>
  check.expect_eq_const %fixed, dense<[0, 1, 2, 3, 4]> : tensor<5xi32>
  %behind = stablehlo.rng %low, %high, %two, distribution = UNIFORM : (tensor<i64>, tensor<i64>, tensor<1xi64>) -> tensor<2xi64>
  %same = stablehlo.compare EQ, %before, %behind : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi1>
  check.expect_eq_const %same, dense<false> : tensor<2xi1>
  return
}

// -----

// The two halves of the arguments differ in type, so that the body is put together anew; in it a list is
// as long as the sum says, and a value of outside.
func.func @main() {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %hidden = stablehlo.optimization_barrier %one : tensor<i32>
  %r = "stablehlo.reduce"(%x, %zero) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f32>):
    %wide = stablehlo.convert %b : (tensor<f32>) -> tensor<f64>
    %sum = stablehlo.add %a, %wide : tensor<f64>
    %n = stablehlo.convert %sum : (tensor<f64>) -> tensor<i32>
    %size = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
    %list = stablehlo.dynamic_broadcast_in_dim %hidden, %size, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %none = stablehlo.constant dense<0> : tensor<i32>
    %count = stablehlo.reduce(%list init: %none) applies stablehlo.add across dimensions = [0] : (tensor<?xi32>, tensor<i32>) -> tensor<i32>
    %next = stablehlo.convert %count : (tensor<i32>) -> tensor<f64>
    stablehlo.return %next : tensor<f64>
  }) : (tensor<3xf32>, tensor<f64>) -> tensor<f64>
  check.expect_eq_const %r, dense<6.0> : tensor<f64>
  return
}
