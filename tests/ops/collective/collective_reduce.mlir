// The first of the group gets the sum; all others, in no group too, get zeros.
module @root_and_others {
  func.func @f(%x: tensor<2xi32>) -> tensor<2xi32> {
    %r = "stablehlo.collective_reduce"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
    return %r : tensor<2xi32>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %x1 = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
    %x2 = stablehlo.constant dense<[5, 6]> : tensor<2xi32>
    %r:3 = "interpreter.run_parallel"(%x0, %x1, %x2) {programs = [[@f], [@f], [@f]]}
      : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %r#0, dense<[0, 0]> : tensor<2xi32>
    check.expect_eq_const %r#1, dense<[4, 6]> : tensor<2xi32>
    check.expect_eq_const %r#2, dense<[0, 0]> : tensor<2xi32>
    return
  }
}

// -----

// The root is a value.
module @dynamic_root {
  func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
    %root = stablehlo.constant dense<[2]> : tensor<1xi32>
    %r = "stablehlo.collective_reduce"(%x, %root) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, has_dynamic_root} : (tensor<2xf32>, tensor<1xi32>) -> tensor<2xf32>
    return %r : tensor<2xf32>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[1.0, 9.0]> : tensor<2xf32>
    %x1 = stablehlo.constant dense<[5.0, 2.0]> : tensor<2xf32>
    %r:3 = "interpreter.run_parallel"(%x0, %x1, %x0) {programs = [[@f], [@f], [@f]]} : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
    check.expect_eq_const %r#0, dense<0.0> : tensor<2xf32>
    check.expect_eq_const %r#1, dense<0.0> : tensor<2xf32>
    check.expect_eq_const %r#2, dense<[5.0, 9.0]> : tensor<2xf32>
    return
  }
}

// -----

// A body that is more than element-wise computation.
module @body_with_a_branch {
  func.func @f(%x: tensor<2xi32>) -> tensor<2xi32> {
    %r = "stablehlo.collective_reduce"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %p = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %s = "stablehlo.if"(%p) ({
        stablehlo.return %b : tensor<i32>
      }, {
        %t = stablehlo.add %a, %a : tensor<i32>
        stablehlo.return %t : tensor<i32>
      }) : (tensor<i1>) -> tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
    return %r : tensor<2xi32>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[1, 5]> : tensor<2xi32>
    %x1 = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
    %x2 = stablehlo.constant dense<[9, 9]> : tensor<2xi32>
    %r:3 = "interpreter.run_parallel"(%x0, %x1, %x2) {programs = [[@f], [@f], [@f]]}
      : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %r#0, dense<[3, 10]> : tensor<2xi32>
    check.expect_eq_const %r#1, dense<[0, 0]> : tensor<2xi32>
    check.expect_eq_const %r#2, dense<[0, 0]> : tensor<2xi32>
    return
  }
}

// -----

// Of every element type: there and back.
module @every_type {
  func.func @f(%x: tensor<2xi32>, %expected: tensor<2xi32>) {
    %a0 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xi1>
    %r0 = "stablehlo.collective_reduce"(%a0) ({
    ^bb0(%p: tensor<i1>, %q: tensor<i1>):
      %s = stablehlo.add %p, %q : tensor<i1>
      stablehlo.return %s : tensor<i1>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi1>) -> tensor<2xi1>
    %b0 = stablehlo.convert %r0 : (tensor<2xi1>) -> tensor<2xi32>
    check.expect_eq %b0, %expected : tensor<2xi32>, tensor<2xi32>
    %a1 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xi2>
    %r1 = "stablehlo.collective_reduce"(%a1) ({
    ^bb0(%p: tensor<i2>, %q: tensor<i2>):
      %s = stablehlo.add %p, %q : tensor<i2>
      stablehlo.return %s : tensor<i2>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi2>) -> tensor<2xi2>
    %b1 = stablehlo.convert %r1 : (tensor<2xi2>) -> tensor<2xi32>
    check.expect_eq %b1, %expected : tensor<2xi32>, tensor<2xi32>
    %a2 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xi4>
    %r2 = "stablehlo.collective_reduce"(%a2) ({
    ^bb0(%p: tensor<i4>, %q: tensor<i4>):
      %s = stablehlo.add %p, %q : tensor<i4>
      stablehlo.return %s : tensor<i4>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi4>) -> tensor<2xi4>
    %b2 = stablehlo.convert %r2 : (tensor<2xi4>) -> tensor<2xi32>
    check.expect_eq %b2, %expected : tensor<2xi32>, tensor<2xi32>
    %a3 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xi8>
    %r3 = "stablehlo.collective_reduce"(%a3) ({
    ^bb0(%p: tensor<i8>, %q: tensor<i8>):
      %s = stablehlo.add %p, %q : tensor<i8>
      stablehlo.return %s : tensor<i8>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi8>) -> tensor<2xi8>
    %b3 = stablehlo.convert %r3 : (tensor<2xi8>) -> tensor<2xi32>
    check.expect_eq %b3, %expected : tensor<2xi32>, tensor<2xi32>
    %a4 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xi16>
    %r4 = "stablehlo.collective_reduce"(%a4) ({
    ^bb0(%p: tensor<i16>, %q: tensor<i16>):
      %s = stablehlo.add %p, %q : tensor<i16>
      stablehlo.return %s : tensor<i16>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi16>) -> tensor<2xi16>
    %b4 = stablehlo.convert %r4 : (tensor<2xi16>) -> tensor<2xi32>
    check.expect_eq %b4, %expected : tensor<2xi32>, tensor<2xi32>
    %a5 = stablehlo.convert %x : tensor<2xi32>
    %r5 = "stablehlo.collective_reduce"(%a5) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      %s = stablehlo.add %p, %q : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
    %b5 = stablehlo.convert %r5 : tensor<2xi32>
    check.expect_eq %b5, %expected : tensor<2xi32>, tensor<2xi32>
    %a6 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xi64>
    %r6 = "stablehlo.collective_reduce"(%a6) ({
    ^bb0(%p: tensor<i64>, %q: tensor<i64>):
      %s = stablehlo.add %p, %q : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi64>) -> tensor<2xi64>
    %b6 = stablehlo.convert %r6 : (tensor<2xi64>) -> tensor<2xi32>
    check.expect_eq %b6, %expected : tensor<2xi32>, tensor<2xi32>
    %a7 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xui2>
    %r7 = "stablehlo.collective_reduce"(%a7) ({
    ^bb0(%p: tensor<ui2>, %q: tensor<ui2>):
      %s = stablehlo.add %p, %q : tensor<ui2>
      stablehlo.return %s : tensor<ui2>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xui2>) -> tensor<2xui2>
    %b7 = stablehlo.convert %r7 : (tensor<2xui2>) -> tensor<2xi32>
    check.expect_eq %b7, %expected : tensor<2xi32>, tensor<2xi32>
    %a8 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xui4>
    %r8 = "stablehlo.collective_reduce"(%a8) ({
    ^bb0(%p: tensor<ui4>, %q: tensor<ui4>):
      %s = stablehlo.add %p, %q : tensor<ui4>
      stablehlo.return %s : tensor<ui4>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xui4>) -> tensor<2xui4>
    %b8 = stablehlo.convert %r8 : (tensor<2xui4>) -> tensor<2xi32>
    check.expect_eq %b8, %expected : tensor<2xi32>, tensor<2xi32>
    %a9 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xui8>
    %r9 = "stablehlo.collective_reduce"(%a9) ({
    ^bb0(%p: tensor<ui8>, %q: tensor<ui8>):
      %s = stablehlo.add %p, %q : tensor<ui8>
      stablehlo.return %s : tensor<ui8>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xui8>) -> tensor<2xui8>
    %b9 = stablehlo.convert %r9 : (tensor<2xui8>) -> tensor<2xi32>
    check.expect_eq %b9, %expected : tensor<2xi32>, tensor<2xi32>
    %a10 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xui16>
    %r10 = "stablehlo.collective_reduce"(%a10) ({
    ^bb0(%p: tensor<ui16>, %q: tensor<ui16>):
      %s = stablehlo.add %p, %q : tensor<ui16>
      stablehlo.return %s : tensor<ui16>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xui16>) -> tensor<2xui16>
    %b10 = stablehlo.convert %r10 : (tensor<2xui16>) -> tensor<2xi32>
    check.expect_eq %b10, %expected : tensor<2xi32>, tensor<2xi32>
    %a11 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xui32>
    %r11 = "stablehlo.collective_reduce"(%a11) ({
    ^bb0(%p: tensor<ui32>, %q: tensor<ui32>):
      %s = stablehlo.add %p, %q : tensor<ui32>
      stablehlo.return %s : tensor<ui32>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xui32>) -> tensor<2xui32>
    %b11 = stablehlo.convert %r11 : (tensor<2xui32>) -> tensor<2xi32>
    check.expect_eq %b11, %expected : tensor<2xi32>, tensor<2xi32>
    %a12 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xui64>
    %r12 = "stablehlo.collective_reduce"(%a12) ({
    ^bb0(%p: tensor<ui64>, %q: tensor<ui64>):
      %s = stablehlo.add %p, %q : tensor<ui64>
      stablehlo.return %s : tensor<ui64>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xui64>) -> tensor<2xui64>
    %b12 = stablehlo.convert %r12 : (tensor<2xui64>) -> tensor<2xi32>
    check.expect_eq %b12, %expected : tensor<2xi32>, tensor<2xi32>
    %a13 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf4E2M1FN>
    %r13 = "stablehlo.collective_reduce"(%a13) ({
    ^bb0(%p: tensor<f4E2M1FN>, %q: tensor<f4E2M1FN>):
      %s = stablehlo.add %p, %q : tensor<f4E2M1FN>
      stablehlo.return %s : tensor<f4E2M1FN>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf4E2M1FN>) -> tensor<2xf4E2M1FN>
    %b13 = stablehlo.convert %r13 : (tensor<2xf4E2M1FN>) -> tensor<2xi32>
    check.expect_eq %b13, %expected : tensor<2xi32>, tensor<2xi32>
    %a14 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf6E2M3FN>
    %r14 = "stablehlo.collective_reduce"(%a14) ({
    ^bb0(%p: tensor<f6E2M3FN>, %q: tensor<f6E2M3FN>):
      %s = stablehlo.add %p, %q : tensor<f6E2M3FN>
      stablehlo.return %s : tensor<f6E2M3FN>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf6E2M3FN>) -> tensor<2xf6E2M3FN>
    %b14 = stablehlo.convert %r14 : (tensor<2xf6E2M3FN>) -> tensor<2xi32>
    check.expect_eq %b14, %expected : tensor<2xi32>, tensor<2xi32>
    %a15 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf6E3M2FN>
    %r15 = "stablehlo.collective_reduce"(%a15) ({
    ^bb0(%p: tensor<f6E3M2FN>, %q: tensor<f6E3M2FN>):
      %s = stablehlo.add %p, %q : tensor<f6E3M2FN>
      stablehlo.return %s : tensor<f6E3M2FN>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf6E3M2FN>) -> tensor<2xf6E3M2FN>
    %b15 = stablehlo.convert %r15 : (tensor<2xf6E3M2FN>) -> tensor<2xi32>
    check.expect_eq %b15, %expected : tensor<2xi32>, tensor<2xi32>
    %a16 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf8E3M4>
    %r16 = "stablehlo.collective_reduce"(%a16) ({
    ^bb0(%p: tensor<f8E3M4>, %q: tensor<f8E3M4>):
      %s = stablehlo.add %p, %q : tensor<f8E3M4>
      stablehlo.return %s : tensor<f8E3M4>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf8E3M4>) -> tensor<2xf8E3M4>
    %b16 = stablehlo.convert %r16 : (tensor<2xf8E3M4>) -> tensor<2xi32>
    check.expect_eq %b16, %expected : tensor<2xi32>, tensor<2xi32>
    %a17 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf8E4M3>
    %r17 = "stablehlo.collective_reduce"(%a17) ({
    ^bb0(%p: tensor<f8E4M3>, %q: tensor<f8E4M3>):
      %s = stablehlo.add %p, %q : tensor<f8E4M3>
      stablehlo.return %s : tensor<f8E4M3>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf8E4M3>) -> tensor<2xf8E4M3>
    %b17 = stablehlo.convert %r17 : (tensor<2xf8E4M3>) -> tensor<2xi32>
    check.expect_eq %b17, %expected : tensor<2xi32>, tensor<2xi32>
    %a18 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf8E4M3FN>
    %r18 = "stablehlo.collective_reduce"(%a18) ({
    ^bb0(%p: tensor<f8E4M3FN>, %q: tensor<f8E4M3FN>):
      %s = stablehlo.add %p, %q : tensor<f8E4M3FN>
      stablehlo.return %s : tensor<f8E4M3FN>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf8E4M3FN>) -> tensor<2xf8E4M3FN>
    %b18 = stablehlo.convert %r18 : (tensor<2xf8E4M3FN>) -> tensor<2xi32>
    check.expect_eq %b18, %expected : tensor<2xi32>, tensor<2xi32>
    %a19 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf8E4M3FNUZ>
    %r19 = "stablehlo.collective_reduce"(%a19) ({
    ^bb0(%p: tensor<f8E4M3FNUZ>, %q: tensor<f8E4M3FNUZ>):
      %s = stablehlo.add %p, %q : tensor<f8E4M3FNUZ>
      stablehlo.return %s : tensor<f8E4M3FNUZ>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf8E4M3FNUZ>) -> tensor<2xf8E4M3FNUZ>
    %b19 = stablehlo.convert %r19 : (tensor<2xf8E4M3FNUZ>) -> tensor<2xi32>
    check.expect_eq %b19, %expected : tensor<2xi32>, tensor<2xi32>
    %a20 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf8E4M3B11FNUZ>
    %r20 = "stablehlo.collective_reduce"(%a20) ({
    ^bb0(%p: tensor<f8E4M3B11FNUZ>, %q: tensor<f8E4M3B11FNUZ>):
      %s = stablehlo.add %p, %q : tensor<f8E4M3B11FNUZ>
      stablehlo.return %s : tensor<f8E4M3B11FNUZ>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf8E4M3B11FNUZ>) -> tensor<2xf8E4M3B11FNUZ>
    %b20 = stablehlo.convert %r20 : (tensor<2xf8E4M3B11FNUZ>) -> tensor<2xi32>
    check.expect_eq %b20, %expected : tensor<2xi32>, tensor<2xi32>
    %a21 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf8E5M2>
    %r21 = "stablehlo.collective_reduce"(%a21) ({
    ^bb0(%p: tensor<f8E5M2>, %q: tensor<f8E5M2>):
      %s = stablehlo.add %p, %q : tensor<f8E5M2>
      stablehlo.return %s : tensor<f8E5M2>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf8E5M2>) -> tensor<2xf8E5M2>
    %b21 = stablehlo.convert %r21 : (tensor<2xf8E5M2>) -> tensor<2xi32>
    check.expect_eq %b21, %expected : tensor<2xi32>, tensor<2xi32>
    %a22 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf8E5M2FNUZ>
    %r22 = "stablehlo.collective_reduce"(%a22) ({
    ^bb0(%p: tensor<f8E5M2FNUZ>, %q: tensor<f8E5M2FNUZ>):
      %s = stablehlo.add %p, %q : tensor<f8E5M2FNUZ>
      stablehlo.return %s : tensor<f8E5M2FNUZ>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf8E5M2FNUZ>) -> tensor<2xf8E5M2FNUZ>
    %b22 = stablehlo.convert %r22 : (tensor<2xf8E5M2FNUZ>) -> tensor<2xi32>
    check.expect_eq %b22, %expected : tensor<2xi32>, tensor<2xi32>
    %a23 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xbf16>
    %r23 = "stablehlo.collective_reduce"(%a23) ({
    ^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
      %s = stablehlo.add %p, %q : tensor<bf16>
      stablehlo.return %s : tensor<bf16>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xbf16>) -> tensor<2xbf16>
    %b23 = stablehlo.convert %r23 : (tensor<2xbf16>) -> tensor<2xi32>
    check.expect_eq %b23, %expected : tensor<2xi32>, tensor<2xi32>
    %a24 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf16>
    %r24 = "stablehlo.collective_reduce"(%a24) ({
    ^bb0(%p: tensor<f16>, %q: tensor<f16>):
      %s = stablehlo.add %p, %q : tensor<f16>
      stablehlo.return %s : tensor<f16>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf16>) -> tensor<2xf16>
    %b24 = stablehlo.convert %r24 : (tensor<2xf16>) -> tensor<2xi32>
    check.expect_eq %b24, %expected : tensor<2xi32>, tensor<2xi32>
    %a25 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf32>
    %r25 = "stablehlo.collective_reduce"(%a25) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
    %b25 = stablehlo.convert %r25 : (tensor<2xf32>) -> tensor<2xi32>
    check.expect_eq %b25, %expected : tensor<2xi32>, tensor<2xi32>
    %a26 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf64>
    %r26 = "stablehlo.collective_reduce"(%a26) ({
    ^bb0(%p: tensor<f64>, %q: tensor<f64>):
      %s = stablehlo.add %p, %q : tensor<f64>
      stablehlo.return %s : tensor<f64>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf64>) -> tensor<2xf64>
    %b26 = stablehlo.convert %r26 : (tensor<2xf64>) -> tensor<2xi32>
    check.expect_eq %b26, %expected : tensor<2xi32>, tensor<2xi32>
    %a27 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xcomplex<f32>>
    %r27 = "stablehlo.collective_reduce"(%a27) ({
    ^bb0(%p: tensor<complex<f32>>, %q: tensor<complex<f32>>):
      %s = stablehlo.add %p, %q : tensor<complex<f32>>
      stablehlo.return %s : tensor<complex<f32>>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
    %b27 = stablehlo.convert %r27 : (tensor<2xcomplex<f32>>) -> tensor<2xi32>
    check.expect_eq %b27, %expected : tensor<2xi32>, tensor<2xi32>
    %a28 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xcomplex<f64>>
    %r28 = "stablehlo.collective_reduce"(%a28) ({
    ^bb0(%p: tensor<complex<f64>>, %q: tensor<complex<f64>>):
      %s = stablehlo.add %p, %q : tensor<complex<f64>>
      stablehlo.return %s : tensor<complex<f64>>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
    %b28 = stablehlo.convert %r28 : (tensor<2xcomplex<f64>>) -> tensor<2xi32>
    check.expect_eq %b28, %expected : tensor<2xi32>, tensor<2xi32>
    %f = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf32>
    %a29 = stablehlo.uniform_quantize %f : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
    %r29 = "stablehlo.collective_reduce"(%a29) ({
    ^bb0(%p: tensor<!quant.uniform<i8:f32, 0.5:3>>, %q: tensor<!quant.uniform<i8:f32, 0.5:3>>):
      %s = stablehlo.add %p, %q : tensor<!quant.uniform<i8:f32, 0.5:3>>
      stablehlo.return %s : tensor<!quant.uniform<i8:f32, 0.5:3>>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
    %d29 = stablehlo.uniform_dequantize %r29 : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2xf32>
    %b29 = stablehlo.convert %d29 : (tensor<2xf32>) -> tensor<2xi32>
    check.expect_eq %b29, %expected : tensor<2xi32>, tensor<2xi32>
    %a30 = stablehlo.uniform_quantize %f : (tensor<2xf32>) -> tensor<2x!quant.uniform<ui8:f32, 0.5:128>>
    %r30 = "stablehlo.collective_reduce"(%a30) ({
    ^bb0(%p: tensor<!quant.uniform<ui8:f32, 0.5:128>>, %q: tensor<!quant.uniform<ui8:f32, 0.5:128>>):
      %s = stablehlo.add %p, %q : tensor<!quant.uniform<ui8:f32, 0.5:128>>
      stablehlo.return %s : tensor<!quant.uniform<ui8:f32, 0.5:128>>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2x!quant.uniform<ui8:f32, 0.5:128>>) -> tensor<2x!quant.uniform<ui8:f32, 0.5:128>>
    %d30 = stablehlo.uniform_dequantize %r30 : (tensor<2x!quant.uniform<ui8:f32, 0.5:128>>) -> tensor<2xf32>
    %b30 = stablehlo.convert %d30 : (tensor<2xf32>) -> tensor<2xi32>
    check.expect_eq %b30, %expected : tensor<2xi32>, tensor<2xi32>
    %a31 = stablehlo.uniform_quantize %f : (tensor<2xf32>) -> tensor<2x!quant.uniform<i4:f32, 1.0:-2>>
    %r31 = "stablehlo.collective_reduce"(%a31) ({
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
    %e0 = stablehlo.constant dense<[0, 0]> : tensor<2xi32>
    %e1 = stablehlo.constant dense<[1, 1]> : tensor<2xi32>
    "interpreter.run_parallel"(%x0, %e0, %x1, %e1) {programs = [[@f], [@f]]} : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> ()
    return
  }
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>
!w = !quant.uniform<i16:f32, 0.25:100>

// The body works in a wider quantized type, which operands take on; zeros are its zero point.
module @quantized_body_of_another_type {
  func.func @f(%x: tensor<2x!q>) -> tensor<2x!w> {
    %r = "stablehlo.collective_reduce"(%x) ({
    ^bb0(%a: tensor<!w>, %b: tensor<!w>):
      %s = stablehlo.add %a, %b : tensor<!w>
      stablehlo.return %s : tensor<!w>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2x!q>) -> tensor<2x!w>
    return %r : tensor<2x!w>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[-8, -6]> : tensor<2x!q>
    %x1 = stablehlo.constant dense<[-4, -10]> : tensor<2x!q>
    %r:3 = "interpreter.run_parallel"(%x0, %x1, %x1) {programs = [[@f], [@f], [@f]]}
      : (tensor<2x!q>, tensor<2x!q>, tensor<2x!q>) -> (tensor<2x!w>, tensor<2x!w>, tensor<2x!w>)
    check.expect_eq_const %r#0, dense<[100, 100]> : tensor<2x!w>
    check.expect_eq_const %r#1, dense<[116, 108]> : tensor<2x!w>
    check.expect_eq_const %r#2, dense<[100, 100]> : tensor<2x!w>
    return
  }
}

// -----

!q = !quant.uniform<i8:f32, 0.5:-10>
!w = !quant.uniform<i16:f32, 0.25:100>

// Started, and the root is a value.
module @quantized_body_of_another_type_started {
  func.func @f(%x: tensor<2x!q>) -> tensor<2x!w> {
    %root = stablehlo.constant dense<[1]> : tensor<1xi32>
    %start = "stablehlo.async_start"(%x, %root) ({
    ^bb0(%y: tensor<2x!q>, %at: tensor<1xi32>):
      %r = "stablehlo.collective_reduce"(%y, %at) ({
      ^bb0(%a: tensor<!w>, %b: tensor<!w>):
        %s = stablehlo.maximum %a, %b : tensor<!w>
        stablehlo.return %s : tensor<!w>
      }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<2x!q>, tensor<1xi32>) -> tensor<2x!w>
      stablehlo.return %r : tensor<2x!w>
    }) : (tensor<2x!q>, tensor<1xi32>) -> !stablehlo.future<tensor<2x!w>>
    %done = "stablehlo.async_done"(%start) : (!stablehlo.future<tensor<2x!w>>) -> tensor<2x!w>
    return %done : tensor<2x!w>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[-8, -6]> : tensor<2x!q>
    %x1 = stablehlo.constant dense<[-4, -10]> : tensor<2x!q>
    %r:2 = "interpreter.run_parallel"(%x0, %x1) {programs = [[@f], [@f]]} : (tensor<2x!q>, tensor<2x!q>) -> (tensor<2x!w>, tensor<2x!w>)
    check.expect_eq_const %r#0, dense<[100, 100]> : tensor<2x!w>
    check.expect_eq_const %r#1, dense<[112, 108]> : tensor<2x!w>
    return
  }
}
