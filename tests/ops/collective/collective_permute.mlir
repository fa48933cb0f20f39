// Every process sends to the next.
module @ring {
  func.func @f(%x: tensor<1xi32>) -> tensor<1xi32> {
    %r = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>} : (tensor<1xi32>) -> tensor<1xi32>
    return %r : tensor<1xi32>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[1]> : tensor<1xi32>
    %x1 = stablehlo.constant dense<[2]> : tensor<1xi32>
    %x2 = stablehlo.constant dense<[3]> : tensor<1xi32>
    %r:3 = "interpreter.run_parallel"(%x0, %x1, %x2) {programs = [[@f], [@f], [@f]]}
      : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>)
    check.expect_eq_const %r#0, dense<[3]> : tensor<1xi32>
    check.expect_eq_const %r#1, dense<[1]> : tensor<1xi32>
    check.expect_eq_const %r#2, dense<[2]> : tensor<1xi32>
    return
  }
}

// -----

// A channel: pairs of partitions, in each replica. Who receives nothing gets zeros.
module @partitions {
  func.func @f(%x: tensor<1xf16>) -> tensor<1xf16> {
    %r = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[1, 0]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<1xf16>) -> tensor<1xf16>
    return %r : tensor<1xf16>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[1.0]> : tensor<1xf16>
    %x1 = stablehlo.constant dense<[2.0]> : tensor<1xf16>
    %x2 = stablehlo.constant dense<[3.0]> : tensor<1xf16>
    %x3 = stablehlo.constant dense<[4.0]> : tensor<1xf16>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]}
      : (tensor<1xf16>, tensor<1xf16>, tensor<1xf16>, tensor<1xf16>) -> (tensor<1xf16>, tensor<1xf16>, tensor<1xf16>, tensor<1xf16>)
    check.expect_eq_const %r#0, dense<[2.0]> : tensor<1xf16>
    check.expect_eq_const %r#1, dense<[0.0]> : tensor<1xf16>
    check.expect_eq_const %r#2, dense<[4.0]> : tensor<1xf16>
    check.expect_eq_const %r#3, dense<[0.0]> : tensor<1xf16>
    return
  }
}

// -----

// Two in flight at once, taken in the other order.
module @async_out_of_order {
  func.func @f(%x: tensor<2xi32>, %y: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
    %a = "stablehlo.async_start"(%x) ({
    ^bb0(%v: tensor<2xi32>):
      %w = "stablehlo.collective_permute"(%v) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
      stablehlo.return %w : tensor<2xi32>
    }) : (tensor<2xi32>) -> !stablehlo.future<tensor<2xi32>>
    %b = "stablehlo.async_start"(%y) ({
    ^bb0(%v: tensor<2xi32>):
      %w = "stablehlo.collective_permute"(%v) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
      stablehlo.return %w : tensor<2xi32>
    }) : (tensor<2xi32>) -> !stablehlo.future<tensor<2xi32>>
    %s = "stablehlo.async_done"(%b) : (!stablehlo.future<tensor<2xi32>>) -> tensor<2xi32>
    %r = "stablehlo.async_done"(%a) : (!stablehlo.future<tensor<2xi32>>) -> tensor<2xi32>
    return %r, %s : tensor<2xi32>, tensor<2xi32>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<1> : tensor<2xi32>
    %y0 = stablehlo.constant dense<2> : tensor<2xi32>
    %x1 = stablehlo.constant dense<3> : tensor<2xi32>
    %y1 = stablehlo.constant dense<4> : tensor<2xi32>
    %r:4 = "interpreter.run_parallel"(%x0, %y0, %x1, %y1) {programs = [[@f], [@f]]} : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %r#0, dense<3> : tensor<2xi32>
    check.expect_eq_const %r#1, dense<4> : tensor<2xi32>
    check.expect_eq_const %r#2, dense<1> : tensor<2xi32>
    check.expect_eq_const %r#3, dense<2> : tensor<2xi32>
    return
  }
}

// -----

// Of every element type: there and back.
module @every_type {
  func.func @f(%x: tensor<2xi32>, %expected: tensor<2xi32>) {
    %a0 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xi1>
    %r0 = "stablehlo.collective_permute"(%a0) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi1>) -> tensor<2xi1>
    %b0 = stablehlo.convert %r0 : (tensor<2xi1>) -> tensor<2xi32>
    check.expect_eq %b0, %expected : tensor<2xi32>, tensor<2xi32>
    %a1 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xi2>
    %r1 = "stablehlo.collective_permute"(%a1) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi2>) -> tensor<2xi2>
    %b1 = stablehlo.convert %r1 : (tensor<2xi2>) -> tensor<2xi32>
    check.expect_eq %b1, %expected : tensor<2xi32>, tensor<2xi32>
    %a2 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xi4>
    %r2 = "stablehlo.collective_permute"(%a2) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi4>) -> tensor<2xi4>
    %b2 = stablehlo.convert %r2 : (tensor<2xi4>) -> tensor<2xi32>
    check.expect_eq %b2, %expected : tensor<2xi32>, tensor<2xi32>
    %a3 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xi8>
    %r3 = "stablehlo.collective_permute"(%a3) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi8>) -> tensor<2xi8>
    %b3 = stablehlo.convert %r3 : (tensor<2xi8>) -> tensor<2xi32>
    check.expect_eq %b3, %expected : tensor<2xi32>, tensor<2xi32>
    %a4 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xi16>
    %r4 = "stablehlo.collective_permute"(%a4) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi16>) -> tensor<2xi16>
    %b4 = stablehlo.convert %r4 : (tensor<2xi16>) -> tensor<2xi32>
    check.expect_eq %b4, %expected : tensor<2xi32>, tensor<2xi32>
    %a5 = stablehlo.convert %x : tensor<2xi32>
    %r5 = "stablehlo.collective_permute"(%a5) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
    %b5 = stablehlo.convert %r5 : tensor<2xi32>
    check.expect_eq %b5, %expected : tensor<2xi32>, tensor<2xi32>
    %a6 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xi64>
    %r6 = "stablehlo.collective_permute"(%a6) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi64>) -> tensor<2xi64>
    %b6 = stablehlo.convert %r6 : (tensor<2xi64>) -> tensor<2xi32>
    check.expect_eq %b6, %expected : tensor<2xi32>, tensor<2xi32>
    %a7 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xui2>
    %r7 = "stablehlo.collective_permute"(%a7) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xui2>) -> tensor<2xui2>
    %b7 = stablehlo.convert %r7 : (tensor<2xui2>) -> tensor<2xi32>
    check.expect_eq %b7, %expected : tensor<2xi32>, tensor<2xi32>
    %a8 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xui4>
    %r8 = "stablehlo.collective_permute"(%a8) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xui4>) -> tensor<2xui4>
    %b8 = stablehlo.convert %r8 : (tensor<2xui4>) -> tensor<2xi32>
    check.expect_eq %b8, %expected : tensor<2xi32>, tensor<2xi32>
    %a9 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xui8>
    %r9 = "stablehlo.collective_permute"(%a9) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xui8>) -> tensor<2xui8>
    %b9 = stablehlo.convert %r9 : (tensor<2xui8>) -> tensor<2xi32>
    check.expect_eq %b9, %expected : tensor<2xi32>, tensor<2xi32>
    %a10 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xui16>
    %r10 = "stablehlo.collective_permute"(%a10) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xui16>) -> tensor<2xui16>
    %b10 = stablehlo.convert %r10 : (tensor<2xui16>) -> tensor<2xi32>
    check.expect_eq %b10, %expected : tensor<2xi32>, tensor<2xi32>
    %a11 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xui32>
    %r11 = "stablehlo.collective_permute"(%a11) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xui32>) -> tensor<2xui32>
    %b11 = stablehlo.convert %r11 : (tensor<2xui32>) -> tensor<2xi32>
    check.expect_eq %b11, %expected : tensor<2xi32>, tensor<2xi32>
    %a12 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xui64>
    %r12 = "stablehlo.collective_permute"(%a12) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xui64>) -> tensor<2xui64>
    %b12 = stablehlo.convert %r12 : (tensor<2xui64>) -> tensor<2xi32>
    check.expect_eq %b12, %expected : tensor<2xi32>, tensor<2xi32>
    %a13 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf4E2M1FN>
    %r13 = "stablehlo.collective_permute"(%a13) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf4E2M1FN>) -> tensor<2xf4E2M1FN>
    %b13 = stablehlo.convert %r13 : (tensor<2xf4E2M1FN>) -> tensor<2xi32>
    check.expect_eq %b13, %expected : tensor<2xi32>, tensor<2xi32>
    %a14 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf6E2M3FN>
    %r14 = "stablehlo.collective_permute"(%a14) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf6E2M3FN>) -> tensor<2xf6E2M3FN>
    %b14 = stablehlo.convert %r14 : (tensor<2xf6E2M3FN>) -> tensor<2xi32>
    check.expect_eq %b14, %expected : tensor<2xi32>, tensor<2xi32>
    %a15 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf6E3M2FN>
    %r15 = "stablehlo.collective_permute"(%a15) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf6E3M2FN>) -> tensor<2xf6E3M2FN>
    %b15 = stablehlo.convert %r15 : (tensor<2xf6E3M2FN>) -> tensor<2xi32>
    check.expect_eq %b15, %expected : tensor<2xi32>, tensor<2xi32>
    %a16 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf8E3M4>
    %r16 = "stablehlo.collective_permute"(%a16) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf8E3M4>) -> tensor<2xf8E3M4>
    %b16 = stablehlo.convert %r16 : (tensor<2xf8E3M4>) -> tensor<2xi32>
    check.expect_eq %b16, %expected : tensor<2xi32>, tensor<2xi32>
    %a17 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf8E4M3>
    %r17 = "stablehlo.collective_permute"(%a17) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf8E4M3>) -> tensor<2xf8E4M3>
    %b17 = stablehlo.convert %r17 : (tensor<2xf8E4M3>) -> tensor<2xi32>
    check.expect_eq %b17, %expected : tensor<2xi32>, tensor<2xi32>
    %a18 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf8E4M3FN>
    %r18 = "stablehlo.collective_permute"(%a18) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf8E4M3FN>) -> tensor<2xf8E4M3FN>
    %b18 = stablehlo.convert %r18 : (tensor<2xf8E4M3FN>) -> tensor<2xi32>
    check.expect_eq %b18, %expected : tensor<2xi32>, tensor<2xi32>
    %a19 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf8E4M3FNUZ>
    %r19 = "stablehlo.collective_permute"(%a19) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf8E4M3FNUZ>) -> tensor<2xf8E4M3FNUZ>
    %b19 = stablehlo.convert %r19 : (tensor<2xf8E4M3FNUZ>) -> tensor<2xi32>
    check.expect_eq %b19, %expected : tensor<2xi32>, tensor<2xi32>
    %a20 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf8E4M3B11FNUZ>
    %r20 = "stablehlo.collective_permute"(%a20) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf8E4M3B11FNUZ>) -> tensor<2xf8E4M3B11FNUZ>
    %b20 = stablehlo.convert %r20 : (tensor<2xf8E4M3B11FNUZ>) -> tensor<2xi32>
    check.expect_eq %b20, %expected : tensor<2xi32>, tensor<2xi32>
    %a21 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf8E5M2>
    %r21 = "stablehlo.collective_permute"(%a21) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf8E5M2>) -> tensor<2xf8E5M2>
    %b21 = stablehlo.convert %r21 : (tensor<2xf8E5M2>) -> tensor<2xi32>
    check.expect_eq %b21, %expected : tensor<2xi32>, tensor<2xi32>
    %a22 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf8E5M2FNUZ>
    %r22 = "stablehlo.collective_permute"(%a22) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf8E5M2FNUZ>) -> tensor<2xf8E5M2FNUZ>
    %b22 = stablehlo.convert %r22 : (tensor<2xf8E5M2FNUZ>) -> tensor<2xi32>
    check.expect_eq %b22, %expected : tensor<2xi32>, tensor<2xi32>
    %a23 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xbf16>
    %r23 = "stablehlo.collective_permute"(%a23) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xbf16>) -> tensor<2xbf16>
    %b23 = stablehlo.convert %r23 : (tensor<2xbf16>) -> tensor<2xi32>
    check.expect_eq %b23, %expected : tensor<2xi32>, tensor<2xi32>
    %a24 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf16>
    %r24 = "stablehlo.collective_permute"(%a24) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf16>) -> tensor<2xf16>
    %b24 = stablehlo.convert %r24 : (tensor<2xf16>) -> tensor<2xi32>
    check.expect_eq %b24, %expected : tensor<2xi32>, tensor<2xi32>
    %a25 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf32>
    %r25 = "stablehlo.collective_permute"(%a25) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
    %b25 = stablehlo.convert %r25 : (tensor<2xf32>) -> tensor<2xi32>
    check.expect_eq %b25, %expected : tensor<2xi32>, tensor<2xi32>
    %a26 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf64>
    %r26 = "stablehlo.collective_permute"(%a26) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf64>) -> tensor<2xf64>
    %b26 = stablehlo.convert %r26 : (tensor<2xf64>) -> tensor<2xi32>
    check.expect_eq %b26, %expected : tensor<2xi32>, tensor<2xi32>
    %a27 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xcomplex<f32>>
    %r27 = "stablehlo.collective_permute"(%a27) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
    %b27 = stablehlo.convert %r27 : (tensor<2xcomplex<f32>>) -> tensor<2xi32>
    check.expect_eq %b27, %expected : tensor<2xi32>, tensor<2xi32>
    %a28 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xcomplex<f64>>
    %r28 = "stablehlo.collective_permute"(%a28) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
    %b28 = stablehlo.convert %r28 : (tensor<2xcomplex<f64>>) -> tensor<2xi32>
    check.expect_eq %b28, %expected : tensor<2xi32>, tensor<2xi32>
    %f = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf32>
    %a29 = stablehlo.uniform_quantize %f : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
    %r29 = "stablehlo.collective_permute"(%a29) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
    %d29 = stablehlo.uniform_dequantize %r29 : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2xf32>
    %b29 = stablehlo.convert %d29 : (tensor<2xf32>) -> tensor<2xi32>
    check.expect_eq %b29, %expected : tensor<2xi32>, tensor<2xi32>
    %a30 = stablehlo.uniform_quantize %f : (tensor<2xf32>) -> tensor<2x!quant.uniform<ui8:f32, 0.5:128>>
    %r30 = "stablehlo.collective_permute"(%a30) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x!quant.uniform<ui8:f32, 0.5:128>>) -> tensor<2x!quant.uniform<ui8:f32, 0.5:128>>
    %d30 = stablehlo.uniform_dequantize %r30 : (tensor<2x!quant.uniform<ui8:f32, 0.5:128>>) -> tensor<2xf32>
    %b30 = stablehlo.convert %d30 : (tensor<2xf32>) -> tensor<2xi32>
    check.expect_eq %b30, %expected : tensor<2xi32>, tensor<2xi32>
    %a31 = stablehlo.uniform_quantize %f : (tensor<2xf32>) -> tensor<2x!quant.uniform<i4:f32, 1.0:-2>>
    %r31 = "stablehlo.collective_permute"(%a31) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x!quant.uniform<i4:f32, 1.0:-2>>) -> tensor<2x!quant.uniform<i4:f32, 1.0:-2>>
    %d31 = stablehlo.uniform_dequantize %r31 : (tensor<2x!quant.uniform<i4:f32, 1.0:-2>>) -> tensor<2xf32>
    %b31 = stablehlo.convert %d31 : (tensor<2xf32>) -> tensor<2xi32>
    check.expect_eq %b31, %expected : tensor<2xi32>, tensor<2xi32>
    return
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
    %x1 = stablehlo.constant dense<[0, 1]> : tensor<2xi32>
    %e0 = stablehlo.constant dense<[0, 0]> : tensor<2xi32>
    %e1 = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
    "interpreter.run_parallel"(%x0, %e0, %x1, %e1) {programs = [[@f], [@f]]} : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> ()
    return
  }
}
