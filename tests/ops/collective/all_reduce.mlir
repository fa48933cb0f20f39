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
