// Sums of two neighbours.
func.func @reduce_window_sum() {
  %x = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r = "stablehlo.reduce_window"(%x, %zero) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 2>} : (tensor<4xi32>, tensor<i32>) -> tensor<3xi32>
  check.expect_eq_const %r, dense<[3, 5, 7]> : tensor<3xi32>
  return
}

// -----

// Strides, both dilations and padding: windows of 2 rows, 3 apart, over rows with holes.
func.func @reduce_window_dilations() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi64>
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %r = "stablehlo.reduce_window"(%x, %zero) ({
    ^bb0(%a: tensor<i64>, %b: tensor<i64>):
      %s = stablehlo.add %a, %b : tensor<i64>
      stablehlo.return %s : tensor<i64>
  }) {window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 4, 1>,
      base_dilations = array<i64: 2, 1>, window_dilations = array<i64: 3, 1>,
      padding = dense<[[2, 1], [0, 0]]> : tensor<2x2xi64>}
    : (tensor<3x2xi64>, tensor<i64>) -> tensor<2x2xi64>
  check.expect_eq_const %r, dense<[[0, 0], [3, 4]]> : tensor<2x2xi64>
  return
}

// -----

// The initial value counts once for each window and once for each cell of padding in it.
func.func @reduce_window_init_is_padding() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %r = "stablehlo.reduce_window"(%x, %ten) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 2>, padding = dense<[[2, 0]]> : tensor<1x2xi64>}
    : (tensor<3xi32>, tensor<i32>) -> tensor<4xi32>
  check.expect_eq_const %r, dense<[30, 21, 13, 15]> : tensor<4xi32>
  return
}

// -----

// The same where padding meets in a corner: 1 + 1 + 2 + 2 and one cell.
func.func @reduce_window_padded_corner() {
  %x = stablehlo.constant dense<[[5]]> : tensor<1x1xi32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r = "stablehlo.reduce_window"(%x, %one) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 2, 2>, padding = dense<[[1, 1], [1, 1]]> : tensor<2x2xi64>}
    : (tensor<1x1xi32>, tensor<i32>) -> tensor<2x2xi32>
  check.expect_eq_const %r, dense<9> : tensor<2x2xi32>
  return
}

// -----

// Negative padding cuts elements off.
func.func @reduce_window_negative_padding() {
  %x = stablehlo.constant dense<[9, 1, 2, 3, 9]> : tensor<5xi32>
  %least = stablehlo.constant dense<-100> : tensor<i32>
  %r = "stablehlo.reduce_window"(%x, %least) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.maximum %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 2>, padding = dense<[[-1, -1]]> : tensor<1x2xi64>}
    : (tensor<5xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %r, dense<[2, 3]> : tensor<2xi32>
  return
}

// -----

// Maximum pooling of a square, two by two; NaN wins.
func.func @reduce_window_pooling() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [0.0, -1.0, 0xFFC00000, 1.0], [-2.0, -3.0, 2.0, 3.0]]> : tensor<4x4xf32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %r = "stablehlo.reduce_window"(%x, %least) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}
    : (tensor<4x4xf32>, tensor<f32>) -> tensor<2x2xf32>
  check.expect_almost_eq_const %r, dense<[[6.0, 8.0], [0.0, 0x7FC00000]]> : tensor<2x2xf32>
  return
}

// -----

// Windows of few cells are summed cell by cell: 1 is lost beside 2^24, and again.
func.func @reduce_window_in_order() {
  %x = stablehlo.constant dense<[16777216.0, 1.0, 1.0]> : tensor<3xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%x, %zero) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 3>} : (tensor<3xf32>, tensor<f32>) -> tensor<1xf32>
  check.expect_eq_const %r, dense<16777216.0> : tensor<1xf32>
  return
}

// -----

// A running sum over as many elements as there are, from both sides.
func.func @reduce_window_running_sum() {
  %x = stablehlo.iota dim = 0 : tensor<1000xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r = "stablehlo.reduce_window"(%x, %zero) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 1000>, padding = dense<[[999, 0]]> : tensor<1x2xi64>}
    : (tensor<1000xi32>, tensor<i32>) -> tensor<1000xi32>
  // i * (i + 1) / 2.
  %one = stablehlo.constant dense<1> : tensor<1000xi32>
  %next = stablehlo.add %x, %one : tensor<1000xi32>
  %product = stablehlo.multiply %x, %next : tensor<1000xi32>
  %half = stablehlo.shift_right_logical %product, %one : tensor<1000xi32>
  check.expect_eq %r, %half : tensor<1000xi32>, tensor<1000xi32>
  %back = stablehlo.reverse %x, dims = [0] : tensor<1000xi32>
  %s = "stablehlo.reduce_window"(%back, %zero) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %t = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %t : tensor<i32>
  }) {window_dimensions = array<i64: 1000>, padding = dense<[[0, 999]]> : tensor<1x2xi64>}
    : (tensor<1000xi32>, tensor<i32>) -> tensor<1000xi32>
  %forth = stablehlo.reverse %s, dims = [0] : tensor<1000xi32>
  check.expect_eq %forth, %half : tensor<1000xi32>, tensor<1000xi32>
  return
}

// -----

// Several operands at once: the greatest element of each window and where it stands.
func.func @reduce_window_argmax() {
  %x = stablehlo.constant dense<[3, 9, 2, 9, 1]> : tensor<5xi32>
  %i = stablehlo.iota dim = 0 : tensor<5xi32>
  %least = stablehlo.constant dense<-2147483648> : tensor<i32>
  %none = stablehlo.constant dense<-1> : tensor<i32>
  %r:2 = "stablehlo.reduce_window"(%x, %i, %least, %none) ({
    ^bb0(%a: tensor<i32>, %c: tensor<i32>, %b: tensor<i32>, %d: tensor<i32>):
      %first = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %v = stablehlo.select %first, %a, %b : tensor<i1>, tensor<i32>
      %k = stablehlo.select %first, %c, %d : tensor<i1>, tensor<i32>
      stablehlo.return %v, %k : tensor<i32>, tensor<i32>
  }) {window_dimensions = array<i64: 3>, window_strides = array<i64: 2>,
      padding = dense<[[2, 0]]> : tensor<1x2xi64>}
    : (tensor<5xi32>, tensor<5xi32>, tensor<i32>, tensor<i32>) -> (tensor<3xi32>, tensor<3xi32>)
  check.expect_eq_const %r#0, dense<[3, 9, 9]> : tensor<3xi32>
  check.expect_eq_const %r#1, dense<[0, 1, 3]> : tensor<3xi32>
  return
}

// -----

// A body that is not associative sees the cells in order, after the init:
// (((0 - 1) - 10) - 100) - 1000.
func.func @reduce_window_in_order() {
  %x = stablehlo.constant dense<[1, 10, 100, 1000]> : tensor<4xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r = "stablehlo.reduce_window"(%x, %zero) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.subtract %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 4>} : (tensor<4xi32>, tensor<i32>) -> tensor<1xi32>
  check.expect_eq_const %r, dense<[-1111]> : tensor<1xi32>
  return
}

// -----

// A body with a loop in it: it adds b to a, one by one.
func.func @reduce_window_body_with_loop() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %r = "stablehlo.reduce_window"(%x, %ten) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s:2 = stablehlo.while(%sum = %a, %left = %b) : tensor<i32>, tensor<i32>
       cond {
        %zero = stablehlo.constant dense<0> : tensor<i32>
        %more = stablehlo.compare GT, %left, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %more : tensor<i1>
      } do {
        %one = stablehlo.constant dense<1> : tensor<i32>
        %up = stablehlo.add %sum, %one : tensor<i32>
        %down = stablehlo.subtract %left, %one : tensor<i32>
        stablehlo.return %up, %down : tensor<i32>, tensor<i32>
      }
      stablehlo.return %s#0 : tensor<i32>
  }) {window_dimensions = array<i64: 2>, padding = dense<[[1, 0]]> : tensor<1x2xi64>}
    : (tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
  check.expect_eq_const %r, dense<[21, 13, 15]> : tensor<3xi32>
  return
}

// -----

// The body computes in a wider type than its operands have.
func.func @reduce_window_promotes() {
  %x = stablehlo.constant dense<[100, 100]> : tensor<2xi8>
  %zero = stablehlo.constant dense<0> : tensor<i8>
  %r = "stablehlo.reduce_window"(%x, %zero) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 2>} : (tensor<2xi8>, tensor<i8>) -> tensor<1xi32>
  check.expect_eq_const %r, dense<[200]> : tensor<1xi32>
  return
}

// -----

// A scalar is one window of one cell; of nothing, padding alone remains, or nothing.
func.func @reduce_window_scalar_and_empty() {
  %x = stablehlo.constant dense<5> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %r = "stablehlo.reduce_window"(%x, %two) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.multiply %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64>} : (tensor<i32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %r, dense<10> : tensor<i32>
  %none = stablehlo.constant dense<> : tensor<0x2xi32>
  %s = "stablehlo.reduce_window"(%none, %two) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %t = stablehlo.multiply %a, %b : tensor<i32>
      stablehlo.return %t : tensor<i32>
  }) {window_dimensions = array<i64: 1, 2>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>}
    : (tensor<0x2xi32>, tensor<i32>) -> tensor<2x1xi32>
  check.expect_eq_const %s, dense<8> : tensor<2x1xi32>
  %t = "stablehlo.reduce_window"(%none, %two) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %u = stablehlo.multiply %a, %b : tensor<i32>
      stablehlo.return %u : tensor<i32>
  }) {window_dimensions = array<i64: 1, 2>} : (tensor<0x2xi32>, tensor<i32>) -> tensor<0x1xi32>
  check.expect_eq_const %t, dense<> : tensor<0x1xi32>
  return
}

// -----

func.func @reduce_window_other_types() {
  %x = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %no = stablehlo.constant dense<false> : tensor<i1>
  %r = "stablehlo.reduce_window"(%x, %no) ({
    ^bb0(%a: tensor<i1>, %b: tensor<i1>):
      %s = stablehlo.xor %a, %b : tensor<i1>
      stablehlo.return %s : tensor<i1>
  }) {window_dimensions = array<i64: 2>} : (tensor<3xi1>, tensor<i1>) -> tensor<2xi1>
  check.expect_eq_const %r, dense<true> : tensor<2xi1>
  %c = stablehlo.constant dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f64>>
  %one = stablehlo.constant dense<(1.0, 0.0)> : tensor<complex<f64>>
  %s = "stablehlo.reduce_window"(%c, %one) ({
    ^bb0(%a: tensor<complex<f64>>, %b: tensor<complex<f64>>):
      %t = stablehlo.multiply %a, %b : tensor<complex<f64>>
      stablehlo.return %t : tensor<complex<f64>>
  }) {window_dimensions = array<i64: 2>} : (tensor<2xcomplex<f64>>, tensor<complex<f64>>) -> tensor<1xcomplex<f64>>
  check.expect_eq_const %s, dense<(-5.0, 10.0)> : tensor<1xcomplex<f64>>
  %h = stablehlo.constant dense<[256.0, 1.0, 1.0]> : tensor<3xbf16>
  %zero = stablehlo.constant dense<0.0> : tensor<bf16>
  %t = "stablehlo.reduce_window"(%h, %zero) ({
    ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
      %u = stablehlo.add %a, %b : tensor<bf16>
      stablehlo.return %u : tensor<bf16>
  }) {window_dimensions = array<i64: 3>} : (tensor<3xbf16>, tensor<bf16>) -> tensor<1xbf16>
  check.expect_eq_const %t, dense<256.0> : tensor<1xbf16>
  return
}

// -----

// Upstream lets the second arguments of a body be other floats: they are values of the first
// type, converted where the body begins.
func.func @reduce_window_with_other_second_arguments() {
  %x = stablehlo.constant dense<[1.0, 2.0, 4.0]> : tensor<3xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%x, %zero) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f64>):
      %c = stablehlo.convert %b : (tensor<f64>) -> tensor<f32>
      %s = stablehlo.add %a, %c : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 2>} : (tensor<3xf32>, tensor<f32>) -> tensor<2xf32>
  check.expect_eq_const %r, dense<[3.0, 6.0]> : tensor<2xf32>
  return
}
