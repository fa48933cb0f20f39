// Each window's greatest element is given the window's element of source.
func.func @select_and_scatter_greatest() {
  %x = stablehlo.constant dense<[[1, 5], [2, 5], [3, 6], [4, 4]]> : tensor<4x2xi64>
  %source = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi64>
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %r = "stablehlo.select_and_scatter"(%x, %source, %zero) ({
    ^bb0(%a: tensor<i64>, %b: tensor<i64>):
      %p = stablehlo.compare GE, %a, %b : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
  }, {
    ^bb0(%a: tensor<i64>, %b: tensor<i64>):
      %s = stablehlo.add %a, %b : tensor<i64>
      stablehlo.return %s : tensor<i64>
  }) {window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 1>,
      padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>}
    : (tensor<4x2xi64>, tensor<2x2xi64>, tensor<i64>) -> tensor<4x2xi64>
  check.expect_eq_const %r, dense<[[0, 0], [0, 0], [5, 14], [7, 0]]> : tensor<4x2xi64>
  return
}

// -----

// Of equal elements GE keeps the first and GT takes the last.
func.func @select_and_scatter_ties() {
  %x = stablehlo.constant dense<[7, 7, 7]> : tensor<3xi32>
  %source = stablehlo.constant dense<[1]> : tensor<1xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %ge = "stablehlo.select_and_scatter"(%x, %source, %zero) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %p = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
  }, {
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 3>} : (tensor<3xi32>, tensor<1xi32>, tensor<i32>) -> tensor<3xi32>
  check.expect_eq_const %ge, dense<[1, 0, 0]> : tensor<3xi32>
  %gt = "stablehlo.select_and_scatter"(%x, %source, %zero) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %p = stablehlo.compare GT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
  }, {
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 3>} : (tensor<3xi32>, tensor<1xi32>, tensor<i32>) -> tensor<3xi32>
  check.expect_eq_const %gt, dense<[0, 0, 1]> : tensor<3xi32>
  return
}

// -----

// No comparison with NaN is true, so the element after it is taken, and it after any other.
func.func @select_and_scatter_nan() {
  %x = stablehlo.constant dense<[1.0, 0x7FC00000, 2.0, 9.0, 0x7FC00000]> : tensor<5xf32>
  %source = stablehlo.constant dense<[10.0, 20.0, 40.0]> : tensor<3xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.select_and_scatter"(%x, %source, %zero) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 3>} : (tensor<5xf32>, tensor<3xf32>, tensor<f32>) -> tensor<5xf32>
  check.expect_eq_const %r, dense<[0.0, 0.0, 10.0, 20.0, 40.0]> : tensor<5xf32>
  return
}

// -----

// Padding is never selected, even by a selection of the least; a window of padding alone
// selects nothing. The initial value counts once.
func.func @select_and_scatter_padding() {
  %x = stablehlo.constant dense<[5, 6]> : tensor<2xi32>
  %source = stablehlo.constant dense<[1, 2, 4]> : tensor<3xi32>
  %hundred = stablehlo.constant dense<100> : tensor<i32>
  %r = "stablehlo.select_and_scatter"(%x, %source, %hundred) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %p = stablehlo.compare LE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
  }, {
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>,
      padding = dense<[[3, 1]]> : tensor<1x2xi64>}
    : (tensor<2xi32>, tensor<3xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %r, dense<[102, 104]> : tensor<2xi32>
  return
}

// -----

// A scatter that keeps the last, and a selection of the greatest magnitude.
func.func @select_and_scatter_other_bodies() {
  %x = stablehlo.constant dense<[1, -9, 3]> : tensor<3xi32>
  %source = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r = "stablehlo.select_and_scatter"(%x, %source, %zero) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.abs %a : tensor<i32>
      %d = stablehlo.abs %b : tensor<i32>
      %p = stablehlo.compare GE, %c, %d : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
  }, {
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      stablehlo.return %b : tensor<i32>
  }) {window_dimensions = array<i64: 2>} : (tensor<3xi32>, tensor<2xi32>, tensor<i32>) -> tensor<3xi32>
  check.expect_eq_const %r, dense<[0, 20, 0]> : tensor<3xi32>
  return
}

// -----

// A selection with a loop in it (a >= b, counted down), and a scatter that subtracts in order.
func.func @select_and_scatter_loop() {
  %x = stablehlo.constant dense<[1, 4, 2, 3]> : tensor<4xi32>
  %source = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r = "stablehlo.select_and_scatter"(%x, %source, %zero) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s:2 = stablehlo.while(%c = %a, %d = %b) : tensor<i32>, tensor<i32>
       cond {
        %none = stablehlo.constant dense<0> : tensor<i32>
        %more = stablehlo.compare GT, %d, %none : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %more : tensor<i1>
      } do {
        %one = stablehlo.constant dense<1> : tensor<i32>
        %e = stablehlo.subtract %c, %one : tensor<i32>
        %f = stablehlo.subtract %d, %one : tensor<i32>
        stablehlo.return %e, %f : tensor<i32>, tensor<i32>
      }
      %least = stablehlo.constant dense<0> : tensor<i32>
      %p = stablehlo.compare GE, %s#0, %least : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
  }, {
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %t = stablehlo.subtract %a, %b : tensor<i32>
      stablehlo.return %t : tensor<i32>
  }) {window_dimensions = array<i64: 2>} : (tensor<4xi32>, tensor<3xi32>, tensor<i32>) -> tensor<4xi32>
  check.expect_eq_const %r, dense<[0, -30, 0, -30]> : tensor<4xi32>
  return
}

// -----

func.func @select_and_scatter_scalar_and_empty() {
  %x = stablehlo.constant dense<5> : tensor<i32>
  %source = stablehlo.constant dense<7> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r = "stablehlo.select_and_scatter"(%x, %source, %one) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %p = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
  }, {
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64>} : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %r, dense<8> : tensor<i32>
  // No window fits: all elements are the initial value.
  %short = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %none = stablehlo.constant dense<> : tensor<0xi32>
  %s = "stablehlo.select_and_scatter"(%short, %none, %one) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %p = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
  }, {
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %t = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %t : tensor<i32>
  }) {window_dimensions = array<i64: 3>} : (tensor<2xi32>, tensor<0xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %s, dense<1> : tensor<2xi32>
  return
}

// -----

// Upstream lets the second arguments of a body be other floats: they are values of the first
// type, converted where the body begins.
func.func @select_and_scatter_with_other_second_arguments() {
  %x = stablehlo.constant dense<[1.0, 2.0, 4.0]> : tensor<3xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %u = stablehlo.constant dense<[8.0, 16.0]> : tensor<2xf32>
  %r = "stablehlo.select_and_scatter"(%x, %u, %zero) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %g = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %g : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f64>):
      %c = stablehlo.convert %b : (tensor<f64>) -> tensor<f32>
      %s = stablehlo.add %a, %c : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2>} : (tensor<3xf32>, tensor<2xf32>, tensor<f32>) -> tensor<3xf32>
  check.expect_eq_const %r, dense<[0.0, 8.0, 16.0]> : tensor<3xf32>
  return
}
