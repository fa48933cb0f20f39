// paddock: exact
// The first of the group gives; who is in no group gets zeros.
module @outside_every_group {
  func.func @f(%x: tensor<1xf32>) -> tensor<1xf32> {
    %r = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[2, 0]]> : tensor<1x2xi64>} : (tensor<1xf32>) -> tensor<1xf32>
    return %r : tensor<1xf32>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[1.0]> : tensor<1xf32>
    %x1 = stablehlo.constant dense<[2.0]> : tensor<1xf32>
    %x2 = stablehlo.constant dense<[3.0]> : tensor<1xf32>
    %r:3 = "interpreter.run_parallel"(%x0, %x1, %x2) {programs = [[@f], [@f], [@f]]}
      : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>)
    check.expect_eq_const %r#0, dense<[3.0]> : tensor<1xf32>
    check.expect_eq_const %r#1, dense<[0.0]> : tensor<1xf32>
    check.expect_eq_const %r#2, dense<[3.0]> : tensor<1xf32>
    return
  }
}

// -----

// The zero of a quantized type is its zero point.
module @outside_quantized {
  func.func @f(%y: tensor<1xi8>) -> tensor<1xi8> {
    %x = stablehlo.bitcast_convert %y : (tensor<1xi8>) -> tensor<1x!quant.uniform<i8:f32, 0.5:3>>
    %r = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[0]]> : tensor<1x1xi64>} : (tensor<1x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<1x!quant.uniform<i8:f32, 0.5:3>>
    %z = stablehlo.bitcast_convert %r : (tensor<1x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<1xi8>
    return %z : tensor<1xi8>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[7]> : tensor<1xi8>
    %x1 = stablehlo.constant dense<[8]> : tensor<1xi8>
    %r:2 = "interpreter.run_parallel"(%x0, %x1) {programs = [[@f], [@f]]}
      : (tensor<1xi8>, tensor<1xi8>) -> (tensor<1xi8>, tensor<1xi8>)
    check.expect_eq_const %r#0, dense<[7]> : tensor<1xi8>
    check.expect_eq_const %r#1, dense<[3]> : tensor<1xi8>
    return
  }
}

// -----

// Positions in the group, one an operand, are the last operand.
module @dynamic_root {
  func.func @f(%x: tensor<2xi32>, %y: tensor<1xi32>) -> (tensor<2xi32>, tensor<1xi32>) {
    %root = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
    %r:2 = "stablehlo.collective_broadcast"(%x, %y, %root) {replica_groups = dense<[[2, 0]]> : tensor<1x2xi64>, has_dynamic_root}
      : (tensor<2xi32>, tensor<1xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<1xi32>)
    return %r#0, %r#1 : tensor<2xi32>, tensor<1xi32>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %x1 = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
    %x2 = stablehlo.constant dense<[5, 6]> : tensor<2xi32>
    %y0 = stablehlo.constant dense<7> : tensor<1xi32>
    %y1 = stablehlo.constant dense<8> : tensor<1xi32>
    %y2 = stablehlo.constant dense<9> : tensor<1xi32>
    %r:6 = "interpreter.run_parallel"(%x0, %y0, %x1, %y1, %x2, %y2) {programs = [[@f], [@f], [@f]]}
      : (tensor<2xi32>, tensor<1xi32>, tensor<2xi32>, tensor<1xi32>, tensor<2xi32>, tensor<1xi32>)
      -> (tensor<2xi32>, tensor<1xi32>, tensor<2xi32>, tensor<1xi32>, tensor<2xi32>, tensor<1xi32>)
    check.expect_eq_const %r#0, dense<[1, 2]> : tensor<2xi32>
    check.expect_eq_const %r#1, dense<9> : tensor<1xi32>
    check.expect_eq_const %r#2, dense<0> : tensor<2xi32>
    check.expect_eq_const %r#3, dense<0> : tensor<1xi32>
    check.expect_eq_const %r#4, dense<[1, 2]> : tensor<2xi32>
    check.expect_eq_const %r#5, dense<9> : tensor<1xi32>
    return
  }
}

// -----

// A root that the group does not have.
module @root_out_of_range {
  func.func @f(%x: tensor<i32>) -> tensor<i32> {
    %root = stablehlo.constant dense<[2]> : tensor<1xi32>
    // expected-error@+1 {{root[0] = 2}}
    %r = "stablehlo.collective_broadcast"(%x, %root) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<i32>, tensor<1xi32>) -> tensor<i32>
    return %r : tensor<i32>
  }
  func.func @main() {
    %x = stablehlo.constant dense<1> : tensor<i32>
    %r:2 = "interpreter.run_parallel"(%x, %x) {programs = [[@f], [@f]]} : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    return
  }
}

// -----

// Of every element type: there and back.
module @every_type {
  func.func @f(%x: tensor<2xi32>, %expected: tensor<2xi32>) {
    %a0 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xi1>
    %r0 = "stablehlo.collective_broadcast"(%a0) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi1>) -> tensor<2xi1>
    %b0 = stablehlo.convert %r0 : (tensor<2xi1>) -> tensor<2xi32>
    check.expect_eq %b0, %expected : tensor<2xi32>, tensor<2xi32>
    %a1 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xi2>
    %r1 = "stablehlo.collective_broadcast"(%a1) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi2>) -> tensor<2xi2>
    %b1 = stablehlo.convert %r1 : (tensor<2xi2>) -> tensor<2xi32>
    check.expect_eq %b1, %expected : tensor<2xi32>, tensor<2xi32>
    %a2 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xi4>
    %r2 = "stablehlo.collective_broadcast"(%a2) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi4>) -> tensor<2xi4>
    %b2 = stablehlo.convert %r2 : (tensor<2xi4>) -> tensor<2xi32>
    check.expect_eq %b2, %expected : tensor<2xi32>, tensor<2xi32>
    %a3 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xi8>
    %r3 = "stablehlo.collective_broadcast"(%a3) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi8>) -> tensor<2xi8>
    %b3 = stablehlo.convert %r3 : (tensor<2xi8>) -> tensor<2xi32>
    check.expect_eq %b3, %expected : tensor<2xi32>, tensor<2xi32>
    %a4 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xi16>
    %r4 = "stablehlo.collective_broadcast"(%a4) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi16>) -> tensor<2xi16>
    %b4 = stablehlo.convert %r4 : (tensor<2xi16>) -> tensor<2xi32>
    check.expect_eq %b4, %expected : tensor<2xi32>, tensor<2xi32>
    %a5 = stablehlo.convert %x : tensor<2xi32>
    %r5 = "stablehlo.collective_broadcast"(%a5) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
    %b5 = stablehlo.convert %r5 : tensor<2xi32>
    check.expect_eq %b5, %expected : tensor<2xi32>, tensor<2xi32>
    %a6 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xi64>
    %r6 = "stablehlo.collective_broadcast"(%a6) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi64>) -> tensor<2xi64>
    %b6 = stablehlo.convert %r6 : (tensor<2xi64>) -> tensor<2xi32>
    check.expect_eq %b6, %expected : tensor<2xi32>, tensor<2xi32>
    %a7 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xui2>
    %r7 = "stablehlo.collective_broadcast"(%a7) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xui2>) -> tensor<2xui2>
    %b7 = stablehlo.convert %r7 : (tensor<2xui2>) -> tensor<2xi32>
    check.expect_eq %b7, %expected : tensor<2xi32>, tensor<2xi32>
    %a8 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xui4>
    %r8 = "stablehlo.collective_broadcast"(%a8) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xui4>) -> tensor<2xui4>
    %b8 = stablehlo.convert %r8 : (tensor<2xui4>) -> tensor<2xi32>
    check.expect_eq %b8, %expected : tensor<2xi32>, tensor<2xi32>
    %a9 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xui8>
    %r9 = "stablehlo.collective_broadcast"(%a9) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xui8>) -> tensor<2xui8>
    %b9 = stablehlo.convert %r9 : (tensor<2xui8>) -> tensor<2xi32>
    check.expect_eq %b9, %expected : tensor<2xi32>, tensor<2xi32>
    %a10 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xui16>
    %r10 = "stablehlo.collective_broadcast"(%a10) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xui16>) -> tensor<2xui16>
    %b10 = stablehlo.convert %r10 : (tensor<2xui16>) -> tensor<2xi32>
    check.expect_eq %b10, %expected : tensor<2xi32>, tensor<2xi32>
    %a11 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xui32>
    %r11 = "stablehlo.collective_broadcast"(%a11) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xui32>) -> tensor<2xui32>
    %b11 = stablehlo.convert %r11 : (tensor<2xui32>) -> tensor<2xi32>
    check.expect_eq %b11, %expected : tensor<2xi32>, tensor<2xi32>
    %a12 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xui64>
    %r12 = "stablehlo.collective_broadcast"(%a12) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xui64>) -> tensor<2xui64>
    %b12 = stablehlo.convert %r12 : (tensor<2xui64>) -> tensor<2xi32>
    check.expect_eq %b12, %expected : tensor<2xi32>, tensor<2xi32>
    %a13 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf4E2M1FN>
    %r13 = "stablehlo.collective_broadcast"(%a13) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf4E2M1FN>) -> tensor<2xf4E2M1FN>
    %b13 = stablehlo.convert %r13 : (tensor<2xf4E2M1FN>) -> tensor<2xi32>
    check.expect_eq %b13, %expected : tensor<2xi32>, tensor<2xi32>
    %a14 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf6E2M3FN>
    %r14 = "stablehlo.collective_broadcast"(%a14) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf6E2M3FN>) -> tensor<2xf6E2M3FN>
    %b14 = stablehlo.convert %r14 : (tensor<2xf6E2M3FN>) -> tensor<2xi32>
    check.expect_eq %b14, %expected : tensor<2xi32>, tensor<2xi32>
    %a15 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf6E3M2FN>
    %r15 = "stablehlo.collective_broadcast"(%a15) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf6E3M2FN>) -> tensor<2xf6E3M2FN>
    %b15 = stablehlo.convert %r15 : (tensor<2xf6E3M2FN>) -> tensor<2xi32>
    check.expect_eq %b15, %expected : tensor<2xi32>, tensor<2xi32>
    %a16 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf8E3M4>
    %r16 = "stablehlo.collective_broadcast"(%a16) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf8E3M4>) -> tensor<2xf8E3M4>
    %b16 = stablehlo.convert %r16 : (tensor<2xf8E3M4>) -> tensor<2xi32>
    check.expect_eq %b16, %expected : tensor<2xi32>, tensor<2xi32>
    %a17 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf8E4M3>
    %r17 = "stablehlo.collective_broadcast"(%a17) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf8E4M3>) -> tensor<2xf8E4M3>
    %b17 = stablehlo.convert %r17 : (tensor<2xf8E4M3>) -> tensor<2xi32>
    check.expect_eq %b17, %expected : tensor<2xi32>, tensor<2xi32>
    %a18 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf8E4M3FN>
    %r18 = "stablehlo.collective_broadcast"(%a18) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf8E4M3FN>) -> tensor<2xf8E4M3FN>
    %b18 = stablehlo.convert %r18 : (tensor<2xf8E4M3FN>) -> tensor<2xi32>
    check.expect_eq %b18, %expected : tensor<2xi32>, tensor<2xi32>
    %a19 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf8E4M3FNUZ>
    %r19 = "stablehlo.collective_broadcast"(%a19) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf8E4M3FNUZ>) -> tensor<2xf8E4M3FNUZ>
    %b19 = stablehlo.convert %r19 : (tensor<2xf8E4M3FNUZ>) -> tensor<2xi32>
    check.expect_eq %b19, %expected : tensor<2xi32>, tensor<2xi32>
    %a20 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf8E4M3B11FNUZ>
    %r20 = "stablehlo.collective_broadcast"(%a20) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf8E4M3B11FNUZ>) -> tensor<2xf8E4M3B11FNUZ>
    %b20 = stablehlo.convert %r20 : (tensor<2xf8E4M3B11FNUZ>) -> tensor<2xi32>
    check.expect_eq %b20, %expected : tensor<2xi32>, tensor<2xi32>
    %a21 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf8E5M2>
    %r21 = "stablehlo.collective_broadcast"(%a21) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf8E5M2>) -> tensor<2xf8E5M2>
    %b21 = stablehlo.convert %r21 : (tensor<2xf8E5M2>) -> tensor<2xi32>
    check.expect_eq %b21, %expected : tensor<2xi32>, tensor<2xi32>
    %a22 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf8E5M2FNUZ>
    %r22 = "stablehlo.collective_broadcast"(%a22) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf8E5M2FNUZ>) -> tensor<2xf8E5M2FNUZ>
    %b22 = stablehlo.convert %r22 : (tensor<2xf8E5M2FNUZ>) -> tensor<2xi32>
    check.expect_eq %b22, %expected : tensor<2xi32>, tensor<2xi32>
    %a23 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xbf16>
    %r23 = "stablehlo.collective_broadcast"(%a23) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xbf16>) -> tensor<2xbf16>
    %b23 = stablehlo.convert %r23 : (tensor<2xbf16>) -> tensor<2xi32>
    check.expect_eq %b23, %expected : tensor<2xi32>, tensor<2xi32>
    %a24 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf16>
    %r24 = "stablehlo.collective_broadcast"(%a24) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf16>) -> tensor<2xf16>
    %b24 = stablehlo.convert %r24 : (tensor<2xf16>) -> tensor<2xi32>
    check.expect_eq %b24, %expected : tensor<2xi32>, tensor<2xi32>
    %a25 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf32>
    %r25 = "stablehlo.collective_broadcast"(%a25) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
    %b25 = stablehlo.convert %r25 : (tensor<2xf32>) -> tensor<2xi32>
    check.expect_eq %b25, %expected : tensor<2xi32>, tensor<2xi32>
    %a26 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf64>
    %r26 = "stablehlo.collective_broadcast"(%a26) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf64>) -> tensor<2xf64>
    %b26 = stablehlo.convert %r26 : (tensor<2xf64>) -> tensor<2xi32>
    check.expect_eq %b26, %expected : tensor<2xi32>, tensor<2xi32>
    %a27 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xcomplex<f32>>
    %r27 = "stablehlo.collective_broadcast"(%a27) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
    %b27 = stablehlo.convert %r27 : (tensor<2xcomplex<f32>>) -> tensor<2xi32>
    check.expect_eq %b27, %expected : tensor<2xi32>, tensor<2xi32>
    %a28 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xcomplex<f64>>
    %r28 = "stablehlo.collective_broadcast"(%a28) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
    %b28 = stablehlo.convert %r28 : (tensor<2xcomplex<f64>>) -> tensor<2xi32>
    check.expect_eq %b28, %expected : tensor<2xi32>, tensor<2xi32>
    %f = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf32>
    %a29 = stablehlo.uniform_quantize %f : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
    %r29 = "stablehlo.collective_broadcast"(%a29) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
    %d29 = stablehlo.uniform_dequantize %r29 : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2xf32>
    %b29 = stablehlo.convert %d29 : (tensor<2xf32>) -> tensor<2xi32>
    check.expect_eq %b29, %expected : tensor<2xi32>, tensor<2xi32>
    %a30 = stablehlo.uniform_quantize %f : (tensor<2xf32>) -> tensor<2x!quant.uniform<ui8:f32, 0.5:128>>
    %r30 = "stablehlo.collective_broadcast"(%a30) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2x!quant.uniform<ui8:f32, 0.5:128>>) -> tensor<2x!quant.uniform<ui8:f32, 0.5:128>>
    %d30 = stablehlo.uniform_dequantize %r30 : (tensor<2x!quant.uniform<ui8:f32, 0.5:128>>) -> tensor<2xf32>
    %b30 = stablehlo.convert %d30 : (tensor<2xf32>) -> tensor<2xi32>
    check.expect_eq %b30, %expected : tensor<2xi32>, tensor<2xi32>
    %a31 = stablehlo.uniform_quantize %f : (tensor<2xf32>) -> tensor<2x!quant.uniform<i4:f32, 1.0:-2>>
    %r31 = "stablehlo.collective_broadcast"(%a31) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2x!quant.uniform<i4:f32, 1.0:-2>>) -> tensor<2x!quant.uniform<i4:f32, 1.0:-2>>
    %d31 = stablehlo.uniform_dequantize %r31 : (tensor<2x!quant.uniform<i4:f32, 1.0:-2>>) -> tensor<2xf32>
    %b31 = stablehlo.convert %d31 : (tensor<2xf32>) -> tensor<2xi32>
    check.expect_eq %b31, %expected : tensor<2xi32>, tensor<2xi32>
    return
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
    %x1 = stablehlo.constant dense<[0, 1]> : tensor<2xi32>
    %e0 = stablehlo.constant dense<[0, 1]> : tensor<2xi32>
    %e1 = stablehlo.constant dense<[0, 1]> : tensor<2xi32>
    "interpreter.run_parallel"(%x0, %e0, %x1, %e1) {programs = [[@f], [@f]]} : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> ()
    return
  }
}
