// Split and joined along one dimension: the shape stays.
module @same_dimension {
  func.func @f(%x: tensor<4xi32>) -> tensor<4xi32> {
    %r = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xi32>) -> tensor<4xi32>
    return %r : tensor<4xi32>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
    %x1 = stablehlo.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
    %r:2 = "interpreter.run_parallel"(%x0, %x1) {programs = [[@f], [@f]]}
      : (tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
    check.expect_eq_const %r#0, dense<[1, 2, 5, 6]> : tensor<4xi32>
    check.expect_eq_const %r#1, dense<[3, 4, 7, 8]> : tensor<4xi32>
    return
  }
}

// -----

// A channel: groups of partitions. The order is that of the group, for parts too.
module @cross_partition {
  func.func @f(%x: tensor<1x4xi32>) -> tensor<2x2xi32> {
    %r = "stablehlo.all_to_all"(%x) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<1x4xi32>) -> tensor<2x2xi32>
    return %r : tensor<2x2xi32>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[1, 2, 3, 4]]> : tensor<1x4xi32>
    %x1 = stablehlo.constant dense<[[5, 6, 7, 8]]> : tensor<1x4xi32>
    %r:2 = "interpreter.run_parallel"(%x0, %x1) {programs = [[@f, @f]]}
      : (tensor<1x4xi32>, tensor<1x4xi32>) -> (tensor<2x2xi32>, tensor<2x2xi32>)
    check.expect_eq_const %r#0, dense<[[7, 8], [3, 4]]> : tensor<2x2xi32>
    check.expect_eq_const %r#1, dense<[[5, 6], [1, 2]]> : tensor<2x2xi32>
    return
  }
}

// -----

// Quantized values travel as they are stored.
module @quantized {
  func.func @f(%y: tensor<2x1xi8>) -> tensor<1x2xi8> {
    %x = stablehlo.bitcast_convert %y : (tensor<2x1xi8>) -> tensor<2x1x!quant.uniform<i8:f32, 0.5:3>>
    %r = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x1x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<1x2x!quant.uniform<i8:f32, 0.5:3>>
    %z = stablehlo.bitcast_convert %r : (tensor<1x2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<1x2xi8>
    return %z : tensor<1x2xi8>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi8>
    %x1 = stablehlo.constant dense<[[3], [4]]> : tensor<2x1xi8>
    %r:2 = "interpreter.run_parallel"(%x0, %x1) {programs = [[@f], [@f]]}
      : (tensor<2x1xi8>, tensor<2x1xi8>) -> (tensor<1x2xi8>, tensor<1x2xi8>)
    check.expect_eq_const %r#0, dense<[[1, 3]]> : tensor<1x2xi8>
    check.expect_eq_const %r#1, dense<[[2, 4]]> : tensor<1x2xi8>
    return
  }
}

// -----

// Of every element type: there and back.
module @every_type {
  func.func @f(%x: tensor<2xi32>, %expected: tensor<2xi32>) {
    %a0 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xi1>
    %r0 = "stablehlo.all_to_all"(%a0) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi1>) -> tensor<2xi1>
    %b0 = stablehlo.convert %r0 : (tensor<2xi1>) -> tensor<2xi32>
    check.expect_eq %b0, %expected : tensor<2xi32>, tensor<2xi32>
    %a1 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xi2>
    %r1 = "stablehlo.all_to_all"(%a1) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi2>) -> tensor<2xi2>
    %b1 = stablehlo.convert %r1 : (tensor<2xi2>) -> tensor<2xi32>
    check.expect_eq %b1, %expected : tensor<2xi32>, tensor<2xi32>
    %a2 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xi4>
    %r2 = "stablehlo.all_to_all"(%a2) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi4>) -> tensor<2xi4>
    %b2 = stablehlo.convert %r2 : (tensor<2xi4>) -> tensor<2xi32>
    check.expect_eq %b2, %expected : tensor<2xi32>, tensor<2xi32>
    %a3 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xi8>
    %r3 = "stablehlo.all_to_all"(%a3) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi8>) -> tensor<2xi8>
    %b3 = stablehlo.convert %r3 : (tensor<2xi8>) -> tensor<2xi32>
    check.expect_eq %b3, %expected : tensor<2xi32>, tensor<2xi32>
    %a4 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xi16>
    %r4 = "stablehlo.all_to_all"(%a4) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi16>) -> tensor<2xi16>
    %b4 = stablehlo.convert %r4 : (tensor<2xi16>) -> tensor<2xi32>
    check.expect_eq %b4, %expected : tensor<2xi32>, tensor<2xi32>
    %a5 = stablehlo.convert %x : tensor<2xi32>
    %r5 = "stablehlo.all_to_all"(%a5) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
    %b5 = stablehlo.convert %r5 : tensor<2xi32>
    check.expect_eq %b5, %expected : tensor<2xi32>, tensor<2xi32>
    %a6 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xi64>
    %r6 = "stablehlo.all_to_all"(%a6) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi64>) -> tensor<2xi64>
    %b6 = stablehlo.convert %r6 : (tensor<2xi64>) -> tensor<2xi32>
    check.expect_eq %b6, %expected : tensor<2xi32>, tensor<2xi32>
    %a7 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xui2>
    %r7 = "stablehlo.all_to_all"(%a7) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xui2>) -> tensor<2xui2>
    %b7 = stablehlo.convert %r7 : (tensor<2xui2>) -> tensor<2xi32>
    check.expect_eq %b7, %expected : tensor<2xi32>, tensor<2xi32>
    %a8 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xui4>
    %r8 = "stablehlo.all_to_all"(%a8) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xui4>) -> tensor<2xui4>
    %b8 = stablehlo.convert %r8 : (tensor<2xui4>) -> tensor<2xi32>
    check.expect_eq %b8, %expected : tensor<2xi32>, tensor<2xi32>
    %a9 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xui8>
    %r9 = "stablehlo.all_to_all"(%a9) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xui8>) -> tensor<2xui8>
    %b9 = stablehlo.convert %r9 : (tensor<2xui8>) -> tensor<2xi32>
    check.expect_eq %b9, %expected : tensor<2xi32>, tensor<2xi32>
    %a10 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xui16>
    %r10 = "stablehlo.all_to_all"(%a10) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xui16>) -> tensor<2xui16>
    %b10 = stablehlo.convert %r10 : (tensor<2xui16>) -> tensor<2xi32>
    check.expect_eq %b10, %expected : tensor<2xi32>, tensor<2xi32>
    %a11 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xui32>
    %r11 = "stablehlo.all_to_all"(%a11) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xui32>) -> tensor<2xui32>
    %b11 = stablehlo.convert %r11 : (tensor<2xui32>) -> tensor<2xi32>
    check.expect_eq %b11, %expected : tensor<2xi32>, tensor<2xi32>
    %a12 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xui64>
    %r12 = "stablehlo.all_to_all"(%a12) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xui64>) -> tensor<2xui64>
    %b12 = stablehlo.convert %r12 : (tensor<2xui64>) -> tensor<2xi32>
    check.expect_eq %b12, %expected : tensor<2xi32>, tensor<2xi32>
    %a13 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf4E2M1FN>
    %r13 = "stablehlo.all_to_all"(%a13) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf4E2M1FN>) -> tensor<2xf4E2M1FN>
    %b13 = stablehlo.convert %r13 : (tensor<2xf4E2M1FN>) -> tensor<2xi32>
    check.expect_eq %b13, %expected : tensor<2xi32>, tensor<2xi32>
    %a14 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf6E2M3FN>
    %r14 = "stablehlo.all_to_all"(%a14) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf6E2M3FN>) -> tensor<2xf6E2M3FN>
    %b14 = stablehlo.convert %r14 : (tensor<2xf6E2M3FN>) -> tensor<2xi32>
    check.expect_eq %b14, %expected : tensor<2xi32>, tensor<2xi32>
    %a15 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf6E3M2FN>
    %r15 = "stablehlo.all_to_all"(%a15) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf6E3M2FN>) -> tensor<2xf6E3M2FN>
    %b15 = stablehlo.convert %r15 : (tensor<2xf6E3M2FN>) -> tensor<2xi32>
    check.expect_eq %b15, %expected : tensor<2xi32>, tensor<2xi32>
    %a16 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf8E3M4>
    %r16 = "stablehlo.all_to_all"(%a16) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf8E3M4>) -> tensor<2xf8E3M4>
    %b16 = stablehlo.convert %r16 : (tensor<2xf8E3M4>) -> tensor<2xi32>
    check.expect_eq %b16, %expected : tensor<2xi32>, tensor<2xi32>
    %a17 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf8E4M3>
    %r17 = "stablehlo.all_to_all"(%a17) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf8E4M3>) -> tensor<2xf8E4M3>
    %b17 = stablehlo.convert %r17 : (tensor<2xf8E4M3>) -> tensor<2xi32>
    check.expect_eq %b17, %expected : tensor<2xi32>, tensor<2xi32>
    %a18 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf8E4M3FN>
    %r18 = "stablehlo.all_to_all"(%a18) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf8E4M3FN>) -> tensor<2xf8E4M3FN>
    %b18 = stablehlo.convert %r18 : (tensor<2xf8E4M3FN>) -> tensor<2xi32>
    check.expect_eq %b18, %expected : tensor<2xi32>, tensor<2xi32>
    %a19 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf8E4M3FNUZ>
    %r19 = "stablehlo.all_to_all"(%a19) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf8E4M3FNUZ>) -> tensor<2xf8E4M3FNUZ>
    %b19 = stablehlo.convert %r19 : (tensor<2xf8E4M3FNUZ>) -> tensor<2xi32>
    check.expect_eq %b19, %expected : tensor<2xi32>, tensor<2xi32>
    %a20 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf8E4M3B11FNUZ>
    %r20 = "stablehlo.all_to_all"(%a20) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf8E4M3B11FNUZ>) -> tensor<2xf8E4M3B11FNUZ>
    %b20 = stablehlo.convert %r20 : (tensor<2xf8E4M3B11FNUZ>) -> tensor<2xi32>
    check.expect_eq %b20, %expected : tensor<2xi32>, tensor<2xi32>
    %a21 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf8E5M2>
    %r21 = "stablehlo.all_to_all"(%a21) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf8E5M2>) -> tensor<2xf8E5M2>
    %b21 = stablehlo.convert %r21 : (tensor<2xf8E5M2>) -> tensor<2xi32>
    check.expect_eq %b21, %expected : tensor<2xi32>, tensor<2xi32>
    %a22 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf8E5M2FNUZ>
    %r22 = "stablehlo.all_to_all"(%a22) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf8E5M2FNUZ>) -> tensor<2xf8E5M2FNUZ>
    %b22 = stablehlo.convert %r22 : (tensor<2xf8E5M2FNUZ>) -> tensor<2xi32>
    check.expect_eq %b22, %expected : tensor<2xi32>, tensor<2xi32>
    %a23 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xbf16>
    %r23 = "stablehlo.all_to_all"(%a23) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xbf16>) -> tensor<2xbf16>
    %b23 = stablehlo.convert %r23 : (tensor<2xbf16>) -> tensor<2xi32>
    check.expect_eq %b23, %expected : tensor<2xi32>, tensor<2xi32>
    %a24 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf16>
    %r24 = "stablehlo.all_to_all"(%a24) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf16>) -> tensor<2xf16>
    %b24 = stablehlo.convert %r24 : (tensor<2xf16>) -> tensor<2xi32>
    check.expect_eq %b24, %expected : tensor<2xi32>, tensor<2xi32>
    %a25 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf32>
    %r25 = "stablehlo.all_to_all"(%a25) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
    %b25 = stablehlo.convert %r25 : (tensor<2xf32>) -> tensor<2xi32>
    check.expect_eq %b25, %expected : tensor<2xi32>, tensor<2xi32>
    %a26 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf64>
    %r26 = "stablehlo.all_to_all"(%a26) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf64>) -> tensor<2xf64>
    %b26 = stablehlo.convert %r26 : (tensor<2xf64>) -> tensor<2xi32>
    check.expect_eq %b26, %expected : tensor<2xi32>, tensor<2xi32>
    %a27 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xcomplex<f32>>
    %r27 = "stablehlo.all_to_all"(%a27) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
    %b27 = stablehlo.convert %r27 : (tensor<2xcomplex<f32>>) -> tensor<2xi32>
    check.expect_eq %b27, %expected : tensor<2xi32>, tensor<2xi32>
    %a28 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xcomplex<f64>>
    %r28 = "stablehlo.all_to_all"(%a28) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
    %b28 = stablehlo.convert %r28 : (tensor<2xcomplex<f64>>) -> tensor<2xi32>
    check.expect_eq %b28, %expected : tensor<2xi32>, tensor<2xi32>
    %f = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf32>
    %a29 = stablehlo.uniform_quantize %f : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
    %r29 = "stablehlo.all_to_all"(%a29) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
    %d29 = stablehlo.uniform_dequantize %r29 : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2xf32>
    %b29 = stablehlo.convert %d29 : (tensor<2xf32>) -> tensor<2xi32>
    check.expect_eq %b29, %expected : tensor<2xi32>, tensor<2xi32>
    %a30 = stablehlo.uniform_quantize %f : (tensor<2xf32>) -> tensor<2x!quant.uniform<ui8:f32, 0.5:128>>
    %r30 = "stablehlo.all_to_all"(%a30) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2x!quant.uniform<ui8:f32, 0.5:128>>) -> tensor<2x!quant.uniform<ui8:f32, 0.5:128>>
    %d30 = stablehlo.uniform_dequantize %r30 : (tensor<2x!quant.uniform<ui8:f32, 0.5:128>>) -> tensor<2xf32>
    %b30 = stablehlo.convert %d30 : (tensor<2xf32>) -> tensor<2xi32>
    check.expect_eq %b30, %expected : tensor<2xi32>, tensor<2xi32>
    %a31 = stablehlo.uniform_quantize %f : (tensor<2xf32>) -> tensor<2x!quant.uniform<i4:f32, 1.0:-2>>
    %r31 = "stablehlo.all_to_all"(%a31) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2x!quant.uniform<i4:f32, 1.0:-2>>) -> tensor<2x!quant.uniform<i4:f32, 1.0:-2>>
    %d31 = stablehlo.uniform_dequantize %r31 : (tensor<2x!quant.uniform<i4:f32, 1.0:-2>>) -> tensor<2xf32>
    %b31 = stablehlo.convert %d31 : (tensor<2xf32>) -> tensor<2xi32>
    check.expect_eq %b31, %expected : tensor<2xi32>, tensor<2xi32>
    return
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
    %x1 = stablehlo.constant dense<[0, 1]> : tensor<2xi32>
    %e0 = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
    %e1 = stablehlo.constant dense<[0, 1]> : tensor<2xi32>
    "interpreter.run_parallel"(%x0, %e0, %x1, %e1) {programs = [[@f], [@f]]} : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> ()
    return
  }
}
