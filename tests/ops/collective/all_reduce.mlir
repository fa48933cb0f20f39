// Folded in the order of the group: (1e8 - 1e8) + 1, and not (1 + 1e8) - 1e8.
module @group_order_of_floats {
  func.func @f(%x: tensor<1xf32>) -> tensor<1xf32> {
    %r = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[1, 2, 0]]> : tensor<1x3xi64>} : (tensor<1xf32>) -> tensor<1xf32>
    return %r : tensor<1xf32>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[1.0]> : tensor<1xf32>
    %x1 = stablehlo.constant dense<[1.0e+08]> : tensor<1xf32>
    %x2 = stablehlo.constant dense<[-1.0e+08]> : tensor<1xf32>
    %r:3 = "interpreter.run_parallel"(%x0, %x1, %x2) {programs = [[@f], [@f], [@f]]}
      : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>)
    check.expect_eq_const %r#0, dense<[1.0]> : tensor<1xf32>
    check.expect_eq_const %r#1, dense<[1.0]> : tensor<1xf32>
    check.expect_eq_const %r#2, dense<[1.0]> : tensor<1xf32>
    return
  }
}

// -----

// 2 * (2 * 3 - 1) - 2: the body is neither commutative nor associative.
module @body_without_order {
  func.func @f(%x: tensor<2xi32>) -> tensor<2xi32> {
    %r = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %t = stablehlo.add %a, %a : tensor<i32>
      %s = stablehlo.subtract %t, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) {replica_groups = dense<[[2, 0, 1]]> : tensor<1x3xi64>} : (tensor<2xi32>) -> tensor<2xi32>
    return %r : tensor<2xi32>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[1, 10]> : tensor<2xi32>
    %x1 = stablehlo.constant dense<[2, 20]> : tensor<2xi32>
    %x2 = stablehlo.constant dense<[3, 30]> : tensor<2xi32>
    %r:3 = "interpreter.run_parallel"(%x0, %x1, %x2) {programs = [[@f], [@f], [@f]]}
      : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %r#0, dense<[8, 80]> : tensor<2xi32>
    check.expect_eq_const %r#1, dense<[8, 80]> : tensor<2xi32>
    check.expect_eq_const %r#2, dense<[8, 80]> : tensor<2xi32>
    return
  }
}

// -----

// The operands are converted to the type of the body first: bf16 has no 257.
module @promotion {
  func.func @f(%x: tensor<2xbf16>) -> tensor<2xf32> {
    %r = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xbf16>) -> tensor<2xf32>
    return %r : tensor<2xf32>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[256.0, 1.0]> : tensor<2xbf16>
    %x1 = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xbf16>
    %r:2 = "interpreter.run_parallel"(%x0, %x1) {programs = [[@f], [@f]]}
      : (tensor<2xbf16>, tensor<2xbf16>) -> (tensor<2xf32>, tensor<2xf32>)
    check.expect_eq_const %r#0, dense<[257.0, 2.0]> : tensor<2xf32>
    check.expect_eq_const %r#1, dense<[257.0, 2.0]> : tensor<2xf32>
    return
  }
}

// -----

// or.
module @boolean {
  func.func @f(%x: tensor<2xi1>) -> tensor<2xi1> {
    %r = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<i1>, %b: tensor<i1>):
      %s = stablehlo.or %a, %b : tensor<i1>
      stablehlo.return %s : tensor<i1>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi1>) -> tensor<2xi1>
    return %r : tensor<2xi1>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[true, false]> : tensor<2xi1>
    %x1 = stablehlo.constant dense<[false, false]> : tensor<2xi1>
    %r:2 = "interpreter.run_parallel"(%x0, %x1) {programs = [[@f], [@f]]}
      : (tensor<2xi1>, tensor<2xi1>) -> (tensor<2xi1>, tensor<2xi1>)
    check.expect_eq_const %r#0, dense<[true, false]> : tensor<2xi1>
    check.expect_eq_const %r#1, dense<[true, false]> : tensor<2xi1>
    return
  }
}

// -----

// maximum of 8-bit floats.
module @small_float {
  func.func @f(%x: tensor<2xf8E5M2>) -> tensor<2xf8E5M2> {
    %r = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<f8E5M2>, %b: tensor<f8E5M2>):
      %s = stablehlo.maximum %a, %b : tensor<f8E5M2>
      stablehlo.return %s : tensor<f8E5M2>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf8E5M2>) -> tensor<2xf8E5M2>
    return %r : tensor<2xf8E5M2>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[1.0, -2.0]> : tensor<2xf8E5M2>
    %x1 = stablehlo.constant dense<[0.5, -1.0]> : tensor<2xf8E5M2>
    %r:2 = "interpreter.run_parallel"(%x0, %x1) {programs = [[@f], [@f]]}
      : (tensor<2xf8E5M2>, tensor<2xf8E5M2>) -> (tensor<2xf8E5M2>, tensor<2xf8E5M2>)
    check.expect_eq_const %r#0, dense<[1.0, -1.0]> : tensor<2xf8E5M2>
    check.expect_eq_const %r#1, dense<[1.0, -1.0]> : tensor<2xf8E5M2>
    return
  }
}

// -----

// i * i.
module @complex_product {
  func.func @f(%x: tensor<1xcomplex<f64>>) -> tensor<1xcomplex<f64>> {
    %r = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<complex<f64>>, %b: tensor<complex<f64>>):
      %s = stablehlo.multiply %a, %b : tensor<complex<f64>>
      stablehlo.return %s : tensor<complex<f64>>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<1xcomplex<f64>>) -> tensor<1xcomplex<f64>>
    return %r : tensor<1xcomplex<f64>>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[(0.0, 1.0)]> : tensor<1xcomplex<f64>>
    %x1 = stablehlo.constant dense<[(0.0, 1.0)]> : tensor<1xcomplex<f64>>
    %r:2 = "interpreter.run_parallel"(%x0, %x1) {programs = [[@f], [@f]]}
      : (tensor<1xcomplex<f64>>, tensor<1xcomplex<f64>>) -> (tensor<1xcomplex<f64>>, tensor<1xcomplex<f64>>)
    check.expect_eq_const %r#0, dense<[(-1.0, 0.0)]> : tensor<1xcomplex<f64>>
    check.expect_eq_const %r#1, dense<[(-1.0, 0.0)]> : tensor<1xcomplex<f64>>
    return
  }
}

// -----

// Integers wrap.
module @scalar {
  func.func @f(%x: tensor<ui64>) -> tensor<ui64> {
    %r = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<ui64>, %b: tensor<ui64>):
      %s = stablehlo.add %a, %b : tensor<ui64>
      stablehlo.return %s : tensor<ui64>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<ui64>) -> tensor<ui64>
    return %r : tensor<ui64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
    %x1 = stablehlo.constant dense<2> : tensor<ui64>
    %r:2 = "interpreter.run_parallel"(%x0, %x1) {programs = [[@f], [@f]]}
      : (tensor<ui64>, tensor<ui64>) -> (tensor<ui64>, tensor<ui64>)
    check.expect_eq_const %r#0, dense<1> : tensor<ui64>
    check.expect_eq_const %r#1, dense<1> : tensor<ui64>
    return
  }
}

// -----

// No element at all.
module @zero_size {
  func.func @f(%x: tensor<0xi32>) -> tensor<0xi32> {
    %r = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<0xi32>) -> tensor<0xi32>
    return %r : tensor<0xi32>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<> : tensor<0xi32>
    %x1 = stablehlo.constant dense<> : tensor<0xi32>
    %r:2 = "interpreter.run_parallel"(%x0, %x1) {programs = [[@f], [@f]]}
      : (tensor<0xi32>, tensor<0xi32>) -> (tensor<0xi32>, tensor<0xi32>)
    check.expect_eq_const %r#0, dense<> : tensor<0xi32>
    check.expect_eq_const %r#1, dense<> : tensor<0xi32>
    return
  }
}

// -----

// -1 fills up shorter groups.
module @ragged {
  func.func @f(%x: tensor<i32>) -> tensor<i32> {
    %r = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) {replica_groups = dense<[[3, 1], [2, -1], [0, -1]]> : tensor<3x2xi64>} : (tensor<i32>) -> tensor<i32>
    return %r : tensor<i32>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<1> : tensor<i32>
    %x1 = stablehlo.constant dense<2> : tensor<i32>
    %x2 = stablehlo.constant dense<4> : tensor<i32>
    %x3 = stablehlo.constant dense<8> : tensor<i32>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f], [@f], [@f], [@f]]}
      : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>)
    check.expect_eq_const %r#0, dense<1> : tensor<i32>
    check.expect_eq_const %r#1, dense<10> : tensor<i32>
    check.expect_eq_const %r#2, dense<4> : tensor<i32>
    check.expect_eq_const %r#3, dense<10> : tensor<i32>
    return
  }
}

// -----

// A body that computes nothing: the last one stays.
module @returns_an_argument {
  func.func @f(%x: tensor<i32>) -> tensor<i32> {
    %r = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      stablehlo.return %b : tensor<i32>
    }) {replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<i32>) -> tensor<i32>
    return %r : tensor<i32>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<1> : tensor<i32>
    %x1 = stablehlo.constant dense<2> : tensor<i32>
    %x2 = stablehlo.constant dense<4> : tensor<i32>
    %r:3 = "interpreter.run_parallel"(%x0, %x1, %x2) {programs = [[@f], [@f], [@f]]}
      : (tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>)
    check.expect_eq_const %r#0, dense<4> : tensor<i32>
    check.expect_eq_const %r#1, dense<4> : tensor<i32>
    check.expect_eq_const %r#2, dense<4> : tensor<i32>
    return
  }
}

// -----

// A body that is more than element-wise computation.
module @body_with_a_loop {
  func.func @f(%x: tensor<2xi32>) -> tensor<2xi32> {
    %r = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %one = stablehlo.constant dense<1> : tensor<i32>
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %s:2 = stablehlo.while(%i = %b, %sum = %a) : tensor<i32>, tensor<i32>
        cond {
          %p = stablehlo.compare GT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %p : tensor<i1>
        } do {
          %next = stablehlo.subtract %i, %one : tensor<i32>
          %more = stablehlo.add %sum, %one : tensor<i32>
          stablehlo.return %next, %more : tensor<i32>, tensor<i32>
        }
      stablehlo.return %s#1 : tensor<i32>
    }) {replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<2xi32>) -> tensor<2xi32>
    return %r : tensor<2xi32>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[1, 5]> : tensor<2xi32>
    %x1 = stablehlo.constant dense<[2, 6]> : tensor<2xi32>
    %x2 = stablehlo.constant dense<[3, 7]> : tensor<2xi32>
    %r:3 = "interpreter.run_parallel"(%x0, %x1, %x2) {programs = [[@f], [@f], [@f]]}
      : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %r#0, dense<[6, 18]> : tensor<2xi32>
    check.expect_eq_const %r#1, dense<[6, 18]> : tensor<2xi32>
    check.expect_eq_const %r#2, dense<[6, 18]> : tensor<2xi32>
    return
  }
}

// -----

// Several operands, each of its own shape; a value from outside the body.
module @variadic_and_captured {
  func.func @f(%x: tensor<2xi32>, %y: tensor<1x1xi32>, %c: tensor<i32>) -> (tensor<2xi32>, tensor<1x1xi32>) {
    %r:2 = "stablehlo.all_reduce"(%x, %y) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      %t = stablehlo.add %s, %c : tensor<i32>
      stablehlo.return %t : tensor<i32>
    }) {replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>}
      : (tensor<2xi32>, tensor<1x1xi32>) -> (tensor<2xi32>, tensor<1x1xi32>)
    return %r#0, %r#1 : tensor<2xi32>, tensor<1x1xi32>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %x1 = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
    %y0 = stablehlo.constant dense<10> : tensor<1x1xi32>
    %y1 = stablehlo.constant dense<20> : tensor<1x1xi32>
    %c = stablehlo.constant dense<100> : tensor<i32>
    %r:8 = "interpreter.run_parallel"(%x0, %y0, %c, %x1, %y1, %c, %x0, %y1, %c, %x1, %y0, %c) {programs = [[@f, @f], [@f, @f]]}
      : (tensor<2xi32>, tensor<1x1xi32>, tensor<i32>, tensor<2xi32>, tensor<1x1xi32>, tensor<i32>, tensor<2xi32>, tensor<1x1xi32>, tensor<i32>, tensor<2xi32>, tensor<1x1xi32>, tensor<i32>)
      -> (tensor<2xi32>, tensor<1x1xi32>, tensor<2xi32>, tensor<1x1xi32>, tensor<2xi32>, tensor<1x1xi32>, tensor<2xi32>, tensor<1x1xi32>)
    check.expect_eq_const %r#0, dense<[104, 106]> : tensor<2xi32>
    check.expect_eq_const %r#1, dense<130> : tensor<1x1xi32>
    check.expect_eq_const %r#6, dense<[104, 106]> : tensor<2xi32>
    check.expect_eq_const %r#7, dense<130> : tensor<1x1xi32>
    return
  }
}

// -----

// Of every element type: there and back.
module @every_type {
  func.func @f(%x: tensor<2xi32>, %expected: tensor<2xi32>) {
    %a0 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xi1>
    %r0 = "stablehlo.all_reduce"(%a0) ({
    ^bb0(%p: tensor<i1>, %q: tensor<i1>):
      %s = stablehlo.add %p, %q : tensor<i1>
      stablehlo.return %s : tensor<i1>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi1>) -> tensor<2xi1>
    %b0 = stablehlo.convert %r0 : (tensor<2xi1>) -> tensor<2xi32>
    check.expect_eq %b0, %expected : tensor<2xi32>, tensor<2xi32>
    %a1 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xi2>
    %r1 = "stablehlo.all_reduce"(%a1) ({
    ^bb0(%p: tensor<i2>, %q: tensor<i2>):
      %s = stablehlo.add %p, %q : tensor<i2>
      stablehlo.return %s : tensor<i2>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi2>) -> tensor<2xi2>
    %b1 = stablehlo.convert %r1 : (tensor<2xi2>) -> tensor<2xi32>
    check.expect_eq %b1, %expected : tensor<2xi32>, tensor<2xi32>
    %a2 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xi4>
    %r2 = "stablehlo.all_reduce"(%a2) ({
    ^bb0(%p: tensor<i4>, %q: tensor<i4>):
      %s = stablehlo.add %p, %q : tensor<i4>
      stablehlo.return %s : tensor<i4>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi4>) -> tensor<2xi4>
    %b2 = stablehlo.convert %r2 : (tensor<2xi4>) -> tensor<2xi32>
    check.expect_eq %b2, %expected : tensor<2xi32>, tensor<2xi32>
    %a3 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xi8>
    %r3 = "stablehlo.all_reduce"(%a3) ({
    ^bb0(%p: tensor<i8>, %q: tensor<i8>):
      %s = stablehlo.add %p, %q : tensor<i8>
      stablehlo.return %s : tensor<i8>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi8>) -> tensor<2xi8>
    %b3 = stablehlo.convert %r3 : (tensor<2xi8>) -> tensor<2xi32>
    check.expect_eq %b3, %expected : tensor<2xi32>, tensor<2xi32>
    %a4 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xi16>
    %r4 = "stablehlo.all_reduce"(%a4) ({
    ^bb0(%p: tensor<i16>, %q: tensor<i16>):
      %s = stablehlo.add %p, %q : tensor<i16>
      stablehlo.return %s : tensor<i16>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi16>) -> tensor<2xi16>
    %b4 = stablehlo.convert %r4 : (tensor<2xi16>) -> tensor<2xi32>
    check.expect_eq %b4, %expected : tensor<2xi32>, tensor<2xi32>
    %a5 = stablehlo.convert %x : tensor<2xi32>
    %r5 = "stablehlo.all_reduce"(%a5) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      %s = stablehlo.add %p, %q : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
    %b5 = stablehlo.convert %r5 : tensor<2xi32>
    check.expect_eq %b5, %expected : tensor<2xi32>, tensor<2xi32>
    %a6 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xi64>
    %r6 = "stablehlo.all_reduce"(%a6) ({
    ^bb0(%p: tensor<i64>, %q: tensor<i64>):
      %s = stablehlo.add %p, %q : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi64>) -> tensor<2xi64>
    %b6 = stablehlo.convert %r6 : (tensor<2xi64>) -> tensor<2xi32>
    check.expect_eq %b6, %expected : tensor<2xi32>, tensor<2xi32>
    %a7 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xui2>
    %r7 = "stablehlo.all_reduce"(%a7) ({
    ^bb0(%p: tensor<ui2>, %q: tensor<ui2>):
      %s = stablehlo.add %p, %q : tensor<ui2>
      stablehlo.return %s : tensor<ui2>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xui2>) -> tensor<2xui2>
    %b7 = stablehlo.convert %r7 : (tensor<2xui2>) -> tensor<2xi32>
    check.expect_eq %b7, %expected : tensor<2xi32>, tensor<2xi32>
    %a8 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xui4>
    %r8 = "stablehlo.all_reduce"(%a8) ({
    ^bb0(%p: tensor<ui4>, %q: tensor<ui4>):
      %s = stablehlo.add %p, %q : tensor<ui4>
      stablehlo.return %s : tensor<ui4>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xui4>) -> tensor<2xui4>
    %b8 = stablehlo.convert %r8 : (tensor<2xui4>) -> tensor<2xi32>
    check.expect_eq %b8, %expected : tensor<2xi32>, tensor<2xi32>
    %a9 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xui8>
    %r9 = "stablehlo.all_reduce"(%a9) ({
    ^bb0(%p: tensor<ui8>, %q: tensor<ui8>):
      %s = stablehlo.add %p, %q : tensor<ui8>
      stablehlo.return %s : tensor<ui8>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xui8>) -> tensor<2xui8>
    %b9 = stablehlo.convert %r9 : (tensor<2xui8>) -> tensor<2xi32>
    check.expect_eq %b9, %expected : tensor<2xi32>, tensor<2xi32>
    %a10 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xui16>
    %r10 = "stablehlo.all_reduce"(%a10) ({
    ^bb0(%p: tensor<ui16>, %q: tensor<ui16>):
      %s = stablehlo.add %p, %q : tensor<ui16>
      stablehlo.return %s : tensor<ui16>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xui16>) -> tensor<2xui16>
    %b10 = stablehlo.convert %r10 : (tensor<2xui16>) -> tensor<2xi32>
    check.expect_eq %b10, %expected : tensor<2xi32>, tensor<2xi32>
    %a11 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xui32>
    %r11 = "stablehlo.all_reduce"(%a11) ({
    ^bb0(%p: tensor<ui32>, %q: tensor<ui32>):
      %s = stablehlo.add %p, %q : tensor<ui32>
      stablehlo.return %s : tensor<ui32>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xui32>) -> tensor<2xui32>
    %b11 = stablehlo.convert %r11 : (tensor<2xui32>) -> tensor<2xi32>
    check.expect_eq %b11, %expected : tensor<2xi32>, tensor<2xi32>
    %a12 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xui64>
    %r12 = "stablehlo.all_reduce"(%a12) ({
    ^bb0(%p: tensor<ui64>, %q: tensor<ui64>):
      %s = stablehlo.add %p, %q : tensor<ui64>
      stablehlo.return %s : tensor<ui64>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xui64>) -> tensor<2xui64>
    %b12 = stablehlo.convert %r12 : (tensor<2xui64>) -> tensor<2xi32>
    check.expect_eq %b12, %expected : tensor<2xi32>, tensor<2xi32>
    %a13 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf4E2M1FN>
    %r13 = "stablehlo.all_reduce"(%a13) ({
    ^bb0(%p: tensor<f4E2M1FN>, %q: tensor<f4E2M1FN>):
      %s = stablehlo.add %p, %q : tensor<f4E2M1FN>
      stablehlo.return %s : tensor<f4E2M1FN>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf4E2M1FN>) -> tensor<2xf4E2M1FN>
    %b13 = stablehlo.convert %r13 : (tensor<2xf4E2M1FN>) -> tensor<2xi32>
    check.expect_eq %b13, %expected : tensor<2xi32>, tensor<2xi32>
    %a14 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf6E2M3FN>
    %r14 = "stablehlo.all_reduce"(%a14) ({
    ^bb0(%p: tensor<f6E2M3FN>, %q: tensor<f6E2M3FN>):
      %s = stablehlo.add %p, %q : tensor<f6E2M3FN>
      stablehlo.return %s : tensor<f6E2M3FN>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf6E2M3FN>) -> tensor<2xf6E2M3FN>
    %b14 = stablehlo.convert %r14 : (tensor<2xf6E2M3FN>) -> tensor<2xi32>
    check.expect_eq %b14, %expected : tensor<2xi32>, tensor<2xi32>
    %a15 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf6E3M2FN>
    %r15 = "stablehlo.all_reduce"(%a15) ({
    ^bb0(%p: tensor<f6E3M2FN>, %q: tensor<f6E3M2FN>):
      %s = stablehlo.add %p, %q : tensor<f6E3M2FN>
      stablehlo.return %s : tensor<f6E3M2FN>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf6E3M2FN>) -> tensor<2xf6E3M2FN>
    %b15 = stablehlo.convert %r15 : (tensor<2xf6E3M2FN>) -> tensor<2xi32>
    check.expect_eq %b15, %expected : tensor<2xi32>, tensor<2xi32>
    %a16 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf8E3M4>
    %r16 = "stablehlo.all_reduce"(%a16) ({
    ^bb0(%p: tensor<f8E3M4>, %q: tensor<f8E3M4>):
      %s = stablehlo.add %p, %q : tensor<f8E3M4>
      stablehlo.return %s : tensor<f8E3M4>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf8E3M4>) -> tensor<2xf8E3M4>
    %b16 = stablehlo.convert %r16 : (tensor<2xf8E3M4>) -> tensor<2xi32>
    check.expect_eq %b16, %expected : tensor<2xi32>, tensor<2xi32>
    %a17 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf8E4M3>
    %r17 = "stablehlo.all_reduce"(%a17) ({
    ^bb0(%p: tensor<f8E4M3>, %q: tensor<f8E4M3>):
      %s = stablehlo.add %p, %q : tensor<f8E4M3>
      stablehlo.return %s : tensor<f8E4M3>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf8E4M3>) -> tensor<2xf8E4M3>
    %b17 = stablehlo.convert %r17 : (tensor<2xf8E4M3>) -> tensor<2xi32>
    check.expect_eq %b17, %expected : tensor<2xi32>, tensor<2xi32>
    %a18 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf8E4M3FN>
    %r18 = "stablehlo.all_reduce"(%a18) ({
    ^bb0(%p: tensor<f8E4M3FN>, %q: tensor<f8E4M3FN>):
      %s = stablehlo.add %p, %q : tensor<f8E4M3FN>
      stablehlo.return %s : tensor<f8E4M3FN>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf8E4M3FN>) -> tensor<2xf8E4M3FN>
    %b18 = stablehlo.convert %r18 : (tensor<2xf8E4M3FN>) -> tensor<2xi32>
    check.expect_eq %b18, %expected : tensor<2xi32>, tensor<2xi32>
    %a19 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf8E4M3FNUZ>
    %r19 = "stablehlo.all_reduce"(%a19) ({
    ^bb0(%p: tensor<f8E4M3FNUZ>, %q: tensor<f8E4M3FNUZ>):
      %s = stablehlo.add %p, %q : tensor<f8E4M3FNUZ>
      stablehlo.return %s : tensor<f8E4M3FNUZ>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf8E4M3FNUZ>) -> tensor<2xf8E4M3FNUZ>
    %b19 = stablehlo.convert %r19 : (tensor<2xf8E4M3FNUZ>) -> tensor<2xi32>
    check.expect_eq %b19, %expected : tensor<2xi32>, tensor<2xi32>
    %a20 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf8E4M3B11FNUZ>
    %r20 = "stablehlo.all_reduce"(%a20) ({
    ^bb0(%p: tensor<f8E4M3B11FNUZ>, %q: tensor<f8E4M3B11FNUZ>):
      %s = stablehlo.add %p, %q : tensor<f8E4M3B11FNUZ>
      stablehlo.return %s : tensor<f8E4M3B11FNUZ>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf8E4M3B11FNUZ>) -> tensor<2xf8E4M3B11FNUZ>
    %b20 = stablehlo.convert %r20 : (tensor<2xf8E4M3B11FNUZ>) -> tensor<2xi32>
    check.expect_eq %b20, %expected : tensor<2xi32>, tensor<2xi32>
    %a21 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf8E5M2>
    %r21 = "stablehlo.all_reduce"(%a21) ({
    ^bb0(%p: tensor<f8E5M2>, %q: tensor<f8E5M2>):
      %s = stablehlo.add %p, %q : tensor<f8E5M2>
      stablehlo.return %s : tensor<f8E5M2>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf8E5M2>) -> tensor<2xf8E5M2>
    %b21 = stablehlo.convert %r21 : (tensor<2xf8E5M2>) -> tensor<2xi32>
    check.expect_eq %b21, %expected : tensor<2xi32>, tensor<2xi32>
    %a22 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf8E5M2FNUZ>
    %r22 = "stablehlo.all_reduce"(%a22) ({
    ^bb0(%p: tensor<f8E5M2FNUZ>, %q: tensor<f8E5M2FNUZ>):
      %s = stablehlo.add %p, %q : tensor<f8E5M2FNUZ>
      stablehlo.return %s : tensor<f8E5M2FNUZ>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf8E5M2FNUZ>) -> tensor<2xf8E5M2FNUZ>
    %b22 = stablehlo.convert %r22 : (tensor<2xf8E5M2FNUZ>) -> tensor<2xi32>
    check.expect_eq %b22, %expected : tensor<2xi32>, tensor<2xi32>
    %a23 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xbf16>
    %r23 = "stablehlo.all_reduce"(%a23) ({
    ^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
      %s = stablehlo.add %p, %q : tensor<bf16>
      stablehlo.return %s : tensor<bf16>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xbf16>) -> tensor<2xbf16>
    %b23 = stablehlo.convert %r23 : (tensor<2xbf16>) -> tensor<2xi32>
    check.expect_eq %b23, %expected : tensor<2xi32>, tensor<2xi32>
    %a24 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf16>
    %r24 = "stablehlo.all_reduce"(%a24) ({
    ^bb0(%p: tensor<f16>, %q: tensor<f16>):
      %s = stablehlo.add %p, %q : tensor<f16>
      stablehlo.return %s : tensor<f16>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf16>) -> tensor<2xf16>
    %b24 = stablehlo.convert %r24 : (tensor<2xf16>) -> tensor<2xi32>
    check.expect_eq %b24, %expected : tensor<2xi32>, tensor<2xi32>
    %a25 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf32>
    %r25 = "stablehlo.all_reduce"(%a25) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
    %b25 = stablehlo.convert %r25 : (tensor<2xf32>) -> tensor<2xi32>
    check.expect_eq %b25, %expected : tensor<2xi32>, tensor<2xi32>
    %a26 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf64>
    %r26 = "stablehlo.all_reduce"(%a26) ({
    ^bb0(%p: tensor<f64>, %q: tensor<f64>):
      %s = stablehlo.add %p, %q : tensor<f64>
      stablehlo.return %s : tensor<f64>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf64>) -> tensor<2xf64>
    %b26 = stablehlo.convert %r26 : (tensor<2xf64>) -> tensor<2xi32>
    check.expect_eq %b26, %expected : tensor<2xi32>, tensor<2xi32>
    %a27 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xcomplex<f32>>
    %r27 = "stablehlo.all_reduce"(%a27) ({
    ^bb0(%p: tensor<complex<f32>>, %q: tensor<complex<f32>>):
      %s = stablehlo.add %p, %q : tensor<complex<f32>>
      stablehlo.return %s : tensor<complex<f32>>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
    %b27 = stablehlo.convert %r27 : (tensor<2xcomplex<f32>>) -> tensor<2xi32>
    check.expect_eq %b27, %expected : tensor<2xi32>, tensor<2xi32>
    %a28 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xcomplex<f64>>
    %r28 = "stablehlo.all_reduce"(%a28) ({
    ^bb0(%p: tensor<complex<f64>>, %q: tensor<complex<f64>>):
      %s = stablehlo.add %p, %q : tensor<complex<f64>>
      stablehlo.return %s : tensor<complex<f64>>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
    %b28 = stablehlo.convert %r28 : (tensor<2xcomplex<f64>>) -> tensor<2xi32>
    check.expect_eq %b28, %expected : tensor<2xi32>, tensor<2xi32>
    %f = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf32>
    %a29 = stablehlo.uniform_quantize %f : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
    %r29 = "stablehlo.all_reduce"(%a29) ({
    ^bb0(%p: tensor<!quant.uniform<i8:f32, 0.5:3>>, %q: tensor<!quant.uniform<i8:f32, 0.5:3>>):
      %s = stablehlo.add %p, %q : tensor<!quant.uniform<i8:f32, 0.5:3>>
      stablehlo.return %s : tensor<!quant.uniform<i8:f32, 0.5:3>>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
    %d29 = stablehlo.uniform_dequantize %r29 : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2xf32>
    %b29 = stablehlo.convert %d29 : (tensor<2xf32>) -> tensor<2xi32>
    check.expect_eq %b29, %expected : tensor<2xi32>, tensor<2xi32>
    %a30 = stablehlo.uniform_quantize %f : (tensor<2xf32>) -> tensor<2x!quant.uniform<ui8:f32, 0.5:128>>
    %r30 = "stablehlo.all_reduce"(%a30) ({
    ^bb0(%p: tensor<!quant.uniform<ui8:f32, 0.5:128>>, %q: tensor<!quant.uniform<ui8:f32, 0.5:128>>):
      %s = stablehlo.add %p, %q : tensor<!quant.uniform<ui8:f32, 0.5:128>>
      stablehlo.return %s : tensor<!quant.uniform<ui8:f32, 0.5:128>>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2x!quant.uniform<ui8:f32, 0.5:128>>) -> tensor<2x!quant.uniform<ui8:f32, 0.5:128>>
    %d30 = stablehlo.uniform_dequantize %r30 : (tensor<2x!quant.uniform<ui8:f32, 0.5:128>>) -> tensor<2xf32>
    %b30 = stablehlo.convert %d30 : (tensor<2xf32>) -> tensor<2xi32>
    check.expect_eq %b30, %expected : tensor<2xi32>, tensor<2xi32>
    %a31 = stablehlo.uniform_quantize %f : (tensor<2xf32>) -> tensor<2x!quant.uniform<i4:f32, 1.0:-2>>
    %r31 = "stablehlo.all_reduce"(%a31) ({
    ^bb0(%p: tensor<!quant.uniform<i4:f32, 1.0:-2>>, %q: tensor<!quant.uniform<i4:f32, 1.0:-2>>):
      %s = stablehlo.add %p, %q : tensor<!quant.uniform<i4:f32, 1.0:-2>>
      stablehlo.return %s : tensor<!quant.uniform<i4:f32, 1.0:-2>>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2x!quant.uniform<i4:f32, 1.0:-2>>) -> tensor<2x!quant.uniform<i4:f32, 1.0:-2>>
    %d31 = stablehlo.uniform_dequantize %r31 : (tensor<2x!quant.uniform<i4:f32, 1.0:-2>>) -> tensor<2xf32>
    %b31 = stablehlo.convert %d31 : (tensor<2xf32>) -> tensor<2xi32>
    check.expect_eq %b31, %expected : tensor<2xi32>, tensor<2xi32>
    return
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
    %x1 = stablehlo.constant dense<[0, 1]> : tensor<2xi32>
    %e0 = stablehlo.constant dense<[1, 1]> : tensor<2xi32>
    %e1 = stablehlo.constant dense<[1, 1]> : tensor<2xi32>
    "interpreter.run_parallel"(%x0, %e0, %x1, %e1) {programs = [[@f], [@f]]} : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> ()
    return
  }
}

// -----

// Upstream lets the second argument be another float: a value of the first one's type, converted
// where the body begins.
module @other_second_argument {
  func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
    %r = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f64>):
      %c = stablehlo.convert %b : (tensor<f64>) -> tensor<f32>
      %s = stablehlo.subtract %a, %c : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
    return %r : tensor<2xf32>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[1.0, 5.0]> : tensor<2xf32>
    %x1 = stablehlo.constant dense<[4.0, 2.0]> : tensor<2xf32>
    %r:2 = "interpreter.run_parallel"(%x0, %x1) {programs = [[@f], [@f]]}
      : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
    check.expect_eq_const %r#1, dense<[-3.0, 3.0]> : tensor<2xf32>
    return
  }
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>
!w = !quant.uniform<i32:f32, 0.5:0>

// Quantized operands become the body's type first, so nothing is clamped: 65 + 65 = 130 = 260 * 0.5.
module @quantized_promotes {
  func.func @f(%x: tensor<2x!q>) -> tensor<2x!w> {
    %r = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<!w>, %b: tensor<!w>):
      %s = stablehlo.add %a, %b : tensor<!w>
      stablehlo.return %s : tensor<!w>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x!q>) -> tensor<2x!w>
    return %r : tensor<2x!w>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[120, -10]> : tensor<2x!q>
    %x1 = stablehlo.constant dense<[120, 0]> : tensor<2x!q>
    %r:2 = "interpreter.run_parallel"(%x0, %x1) {programs = [[@f], [@f]]}
      : (tensor<2x!q>, tensor<2x!q>) -> (tensor<2x!w>, tensor<2x!w>)
    check.expect_eq_const %r#0, dense<[260, 10]> : tensor<2x!w>
    check.expect_eq_const %r#1, dense<[260, 10]> : tensor<2x!w>
    return
  }
}
