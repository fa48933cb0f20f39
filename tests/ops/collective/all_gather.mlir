// cross_replica with one replica: each partition is a group of its own.
module @cross_partition_groups_of_one {
  func.func @f(%x: tensor<1xi32>) -> tensor<1xi32> {
    %r = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0]]> : tensor<1x1xi64>} : (tensor<1xi32>) -> tensor<1xi32>
    return %r : tensor<1xi32>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[7]> : tensor<1xi32>
    %x1 = stablehlo.constant dense<[8]> : tensor<1xi32>
    %x2 = stablehlo.constant dense<[9]> : tensor<1xi32>
    %r:3 = "interpreter.run_parallel"(%x0, %x1, %x2) {programs = [[@f, @f, @f]]}
      : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>)
    check.expect_eq_const %r#0, dense<[7]> : tensor<1xi32>
    check.expect_eq_const %r#1, dense<[8]> : tensor<1xi32>
    check.expect_eq_const %r#2, dense<[9]> : tensor<1xi32>
    return
  }
}

// -----

// Parts lie in the order of the group, not of the processes.
module @group_order {
  func.func @f(%x: tensor<1x2xui8>) -> tensor<3x2xui8> {
    %r = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[2, 0, 1]]> : tensor<1x3xi64>} : (tensor<1x2xui8>) -> tensor<3x2xui8>
    return %r : tensor<3x2xui8>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[1, 2]]> : tensor<1x2xui8>
    %x1 = stablehlo.constant dense<[[3, 4]]> : tensor<1x2xui8>
    %x2 = stablehlo.constant dense<[[5, 6]]> : tensor<1x2xui8>
    %r:3 = "interpreter.run_parallel"(%x0, %x1, %x2) {programs = [[@f], [@f], [@f]]}
      : (tensor<1x2xui8>, tensor<1x2xui8>, tensor<1x2xui8>) -> (tensor<3x2xui8>, tensor<3x2xui8>, tensor<3x2xui8>)
    check.expect_eq_const %r#0, dense<[[5, 6], [1, 2], [3, 4]]> : tensor<3x2xui8>
    check.expect_eq_const %r#1, dense<[[5, 6], [1, 2], [3, 4]]> : tensor<3x2xui8>
    check.expect_eq_const %r#2, dense<[[5, 6], [1, 2], [3, 4]]> : tensor<3x2xui8>
    return
  }
}

// -----

// cross_replica_and_partition: partitions outside, the row of replicas inside.
module @both_coordinates {
  func.func @f(%x: tensor<1xi16>) -> tensor<4xi16> {
    %r = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<1xi16>) -> tensor<4xi16>
    return %r : tensor<4xi16>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[1]> : tensor<1xi16>
    %x1 = stablehlo.constant dense<[2]> : tensor<1xi16>
    %x2 = stablehlo.constant dense<[3]> : tensor<1xi16>
    %x3 = stablehlo.constant dense<[4]> : tensor<1xi16>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]}
      : (tensor<1xi16>, tensor<1xi16>, tensor<1xi16>, tensor<1xi16>) -> (tensor<4xi16>, tensor<4xi16>, tensor<4xi16>, tensor<4xi16>)
    check.expect_eq_const %r#0, dense<[3, 1, 4, 2]> : tensor<4xi16>
    check.expect_eq_const %r#1, dense<[3, 1, 4, 2]> : tensor<4xi16>
    check.expect_eq_const %r#2, dense<[3, 1, 4, 2]> : tensor<4xi16>
    check.expect_eq_const %r#3, dense<[3, 1, 4, 2]> : tensor<4xi16>
    return
  }
}

// -----

// flattened_ids: process 3 is (1, 1).
module @flattened {
  func.func @f(%x: tensor<1x1xf64>) -> tensor<1x2xf64> {
    %r = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 3], [2, 1]]> : tensor<2x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<1x1xf64>) -> tensor<1x2xf64>
    return %r : tensor<1x2xf64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[1.0]]> : tensor<1x1xf64>
    %x1 = stablehlo.constant dense<[[2.0]]> : tensor<1x1xf64>
    %x2 = stablehlo.constant dense<[[3.0]]> : tensor<1x1xf64>
    %x3 = stablehlo.constant dense<[[4.0]]> : tensor<1x1xf64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f], [@f, @f]]}
      : (tensor<1x1xf64>, tensor<1x1xf64>, tensor<1x1xf64>, tensor<1x1xf64>) -> (tensor<1x2xf64>, tensor<1x2xf64>, tensor<1x2xf64>, tensor<1x2xf64>)
    check.expect_eq_const %r#0, dense<[[1.0, 4.0]]> : tensor<1x2xf64>
    check.expect_eq_const %r#1, dense<[[3.0, 2.0]]> : tensor<1x2xf64>
    check.expect_eq_const %r#2, dense<[[3.0, 2.0]]> : tensor<1x2xf64>
    check.expect_eq_const %r#3, dense<[[1.0, 4.0]]> : tensor<1x2xf64>
    return
  }
}

// -----

// No element at all.
module @zero_size {
  func.func @f(%x: tensor<1x0xi1>) -> tensor<2x0xi1> {
    %r = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<1x0xi1>) -> tensor<2x0xi1>
    return %r : tensor<2x0xi1>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<> : tensor<1x0xi1>
    %x1 = stablehlo.constant dense<> : tensor<1x0xi1>
    %r:2 = "interpreter.run_parallel"(%x0, %x1) {programs = [[@f], [@f]]}
      : (tensor<1x0xi1>, tensor<1x0xi1>) -> (tensor<2x0xi1>, tensor<2x0xi1>)
    check.expect_eq_const %r#0, dense<> : tensor<2x0xi1>
    check.expect_eq_const %r#1, dense<> : tensor<2x0xi1>
    return
  }
}

// -----

// A grid of one process.
module @alone {
  func.func @f(%x: tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>> {
    %r = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0]]> : tensor<1x1xi64>} : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
    return %r : tensor<2xcomplex<f32>>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f32>>
    %r = "interpreter.run_parallel"(%x0) {programs = [[@f]]}
      : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
    check.expect_eq_const %r, dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f32>>
    return
  }
}

// -----

// Without run_parallel a program is a grid of 1 x 1.
func.func @no_grid() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi4>
  %r = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0]]> : tensor<1x1xi64>} : (tensor<2xi4>) -> tensor<2xi4>
  check.expect_eq_const %r, dense<[1, 2]> : tensor<2xi4>
  return
}

// -----

// Axes of a mesh: the unlisted first, so groups run along `y`.
module @mesh_axes {
  func.func @f(%x: tensor<1xi32>) -> tensor<2xi32> {
    %r = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64,
      replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>, #stablehlo.mesh_axis<name = "y", size = 2>]>, axes = [#stablehlo.axis_ref<name = "x">]>,
      use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<1xi32>) -> tensor<2xi32>
    return %r : tensor<2xi32>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[10]> : tensor<1xi32>
    %x1 = stablehlo.constant dense<[11]> : tensor<1xi32>
    %x2 = stablehlo.constant dense<[12]> : tensor<1xi32>
    %x3 = stablehlo.constant dense<[13]> : tensor<1xi32>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f, @f, @f]]}
      : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %r#0, dense<[10, 12]> : tensor<2xi32>
    check.expect_eq_const %r#1, dense<[11, 13]> : tensor<2xi32>
    check.expect_eq_const %r#2, dense<[10, 12]> : tensor<2xi32>
    check.expect_eq_const %r#3, dense<[11, 13]> : tensor<2xi32>
    return
  }
}

// -----

// A factor of an axis: `(1)2` of an axis of 4 pairs processes at a distance of two.
module @mesh_sub_axis {
  func.func @f(%x: tensor<1xi32>) -> tensor<2xi32> {
    %r = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64,
      replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 4>]>, axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>]>,
      use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<1xi32>) -> tensor<2xi32>
    return %r : tensor<2xi32>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[10]> : tensor<1xi32>
    %x1 = stablehlo.constant dense<[11]> : tensor<1xi32>
    %x2 = stablehlo.constant dense<[12]> : tensor<1xi32>
    %x3 = stablehlo.constant dense<[13]> : tensor<1xi32>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f, @f, @f]]}
      : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %r#0, dense<[10, 12]> : tensor<2xi32>
    check.expect_eq_const %r#1, dense<[11, 13]> : tensor<2xi32>
    check.expect_eq_const %r#2, dense<[10, 12]> : tensor<2xi32>
    check.expect_eq_const %r#3, dense<[11, 13]> : tensor<2xi32>
    return
  }
}

// -----

// Of every element type: there and back.
module @every_type {
  func.func @f(%x: tensor<2xi32>, %expected: tensor<4xi32>) {
    %a0 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xi1>
    %r0 = "stablehlo.all_gather"(%a0) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi1>) -> tensor<4xi1>
    %b0 = stablehlo.convert %r0 : (tensor<4xi1>) -> tensor<4xi32>
    check.expect_eq %b0, %expected : tensor<4xi32>, tensor<4xi32>
    %a1 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xi2>
    %r1 = "stablehlo.all_gather"(%a1) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi2>) -> tensor<4xi2>
    %b1 = stablehlo.convert %r1 : (tensor<4xi2>) -> tensor<4xi32>
    check.expect_eq %b1, %expected : tensor<4xi32>, tensor<4xi32>
    %a2 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xi4>
    %r2 = "stablehlo.all_gather"(%a2) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi4>) -> tensor<4xi4>
    %b2 = stablehlo.convert %r2 : (tensor<4xi4>) -> tensor<4xi32>
    check.expect_eq %b2, %expected : tensor<4xi32>, tensor<4xi32>
    %a3 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xi8>
    %r3 = "stablehlo.all_gather"(%a3) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi8>) -> tensor<4xi8>
    %b3 = stablehlo.convert %r3 : (tensor<4xi8>) -> tensor<4xi32>
    check.expect_eq %b3, %expected : tensor<4xi32>, tensor<4xi32>
    %a4 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xi16>
    %r4 = "stablehlo.all_gather"(%a4) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi16>) -> tensor<4xi16>
    %b4 = stablehlo.convert %r4 : (tensor<4xi16>) -> tensor<4xi32>
    check.expect_eq %b4, %expected : tensor<4xi32>, tensor<4xi32>
    %a5 = stablehlo.convert %x : tensor<2xi32>
    %r5 = "stablehlo.all_gather"(%a5) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<4xi32>
    %b5 = stablehlo.convert %r5 : tensor<4xi32>
    check.expect_eq %b5, %expected : tensor<4xi32>, tensor<4xi32>
    %a6 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xi64>
    %r6 = "stablehlo.all_gather"(%a6) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi64>) -> tensor<4xi64>
    %b6 = stablehlo.convert %r6 : (tensor<4xi64>) -> tensor<4xi32>
    check.expect_eq %b6, %expected : tensor<4xi32>, tensor<4xi32>
    %a7 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xui2>
    %r7 = "stablehlo.all_gather"(%a7) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xui2>) -> tensor<4xui2>
    %b7 = stablehlo.convert %r7 : (tensor<4xui2>) -> tensor<4xi32>
    check.expect_eq %b7, %expected : tensor<4xi32>, tensor<4xi32>
    %a8 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xui4>
    %r8 = "stablehlo.all_gather"(%a8) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xui4>) -> tensor<4xui4>
    %b8 = stablehlo.convert %r8 : (tensor<4xui4>) -> tensor<4xi32>
    check.expect_eq %b8, %expected : tensor<4xi32>, tensor<4xi32>
    %a9 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xui8>
    %r9 = "stablehlo.all_gather"(%a9) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xui8>) -> tensor<4xui8>
    %b9 = stablehlo.convert %r9 : (tensor<4xui8>) -> tensor<4xi32>
    check.expect_eq %b9, %expected : tensor<4xi32>, tensor<4xi32>
    %a10 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xui16>
    %r10 = "stablehlo.all_gather"(%a10) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xui16>) -> tensor<4xui16>
    %b10 = stablehlo.convert %r10 : (tensor<4xui16>) -> tensor<4xi32>
    check.expect_eq %b10, %expected : tensor<4xi32>, tensor<4xi32>
    %a11 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xui32>
    %r11 = "stablehlo.all_gather"(%a11) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xui32>) -> tensor<4xui32>
    %b11 = stablehlo.convert %r11 : (tensor<4xui32>) -> tensor<4xi32>
    check.expect_eq %b11, %expected : tensor<4xi32>, tensor<4xi32>
    %a12 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xui64>
    %r12 = "stablehlo.all_gather"(%a12) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xui64>) -> tensor<4xui64>
    %b12 = stablehlo.convert %r12 : (tensor<4xui64>) -> tensor<4xi32>
    check.expect_eq %b12, %expected : tensor<4xi32>, tensor<4xi32>
    %a13 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf4E2M1FN>
    %r13 = "stablehlo.all_gather"(%a13) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf4E2M1FN>) -> tensor<4xf4E2M1FN>
    %b13 = stablehlo.convert %r13 : (tensor<4xf4E2M1FN>) -> tensor<4xi32>
    check.expect_eq %b13, %expected : tensor<4xi32>, tensor<4xi32>
    %a14 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf6E2M3FN>
    %r14 = "stablehlo.all_gather"(%a14) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf6E2M3FN>) -> tensor<4xf6E2M3FN>
    %b14 = stablehlo.convert %r14 : (tensor<4xf6E2M3FN>) -> tensor<4xi32>
    check.expect_eq %b14, %expected : tensor<4xi32>, tensor<4xi32>
    %a15 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf6E3M2FN>
    %r15 = "stablehlo.all_gather"(%a15) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf6E3M2FN>) -> tensor<4xf6E3M2FN>
    %b15 = stablehlo.convert %r15 : (tensor<4xf6E3M2FN>) -> tensor<4xi32>
    check.expect_eq %b15, %expected : tensor<4xi32>, tensor<4xi32>
    %a16 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf8E3M4>
    %r16 = "stablehlo.all_gather"(%a16) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf8E3M4>) -> tensor<4xf8E3M4>
    %b16 = stablehlo.convert %r16 : (tensor<4xf8E3M4>) -> tensor<4xi32>
    check.expect_eq %b16, %expected : tensor<4xi32>, tensor<4xi32>
    %a17 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf8E4M3>
    %r17 = "stablehlo.all_gather"(%a17) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf8E4M3>) -> tensor<4xf8E4M3>
    %b17 = stablehlo.convert %r17 : (tensor<4xf8E4M3>) -> tensor<4xi32>
    check.expect_eq %b17, %expected : tensor<4xi32>, tensor<4xi32>
    %a18 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf8E4M3FN>
    %r18 = "stablehlo.all_gather"(%a18) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf8E4M3FN>) -> tensor<4xf8E4M3FN>
    %b18 = stablehlo.convert %r18 : (tensor<4xf8E4M3FN>) -> tensor<4xi32>
    check.expect_eq %b18, %expected : tensor<4xi32>, tensor<4xi32>
    %a19 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf8E4M3FNUZ>
    %r19 = "stablehlo.all_gather"(%a19) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf8E4M3FNUZ>) -> tensor<4xf8E4M3FNUZ>
    %b19 = stablehlo.convert %r19 : (tensor<4xf8E4M3FNUZ>) -> tensor<4xi32>
    check.expect_eq %b19, %expected : tensor<4xi32>, tensor<4xi32>
    %a20 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf8E4M3B11FNUZ>
    %r20 = "stablehlo.all_gather"(%a20) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf8E4M3B11FNUZ>) -> tensor<4xf8E4M3B11FNUZ>
    %b20 = stablehlo.convert %r20 : (tensor<4xf8E4M3B11FNUZ>) -> tensor<4xi32>
    check.expect_eq %b20, %expected : tensor<4xi32>, tensor<4xi32>
    %a21 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf8E5M2>
    %r21 = "stablehlo.all_gather"(%a21) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf8E5M2>) -> tensor<4xf8E5M2>
    %b21 = stablehlo.convert %r21 : (tensor<4xf8E5M2>) -> tensor<4xi32>
    check.expect_eq %b21, %expected : tensor<4xi32>, tensor<4xi32>
    %a22 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf8E5M2FNUZ>
    %r22 = "stablehlo.all_gather"(%a22) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf8E5M2FNUZ>) -> tensor<4xf8E5M2FNUZ>
    %b22 = stablehlo.convert %r22 : (tensor<4xf8E5M2FNUZ>) -> tensor<4xi32>
    check.expect_eq %b22, %expected : tensor<4xi32>, tensor<4xi32>
    %a23 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xbf16>
    %r23 = "stablehlo.all_gather"(%a23) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xbf16>) -> tensor<4xbf16>
    %b23 = stablehlo.convert %r23 : (tensor<4xbf16>) -> tensor<4xi32>
    check.expect_eq %b23, %expected : tensor<4xi32>, tensor<4xi32>
    %a24 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf16>
    %r24 = "stablehlo.all_gather"(%a24) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf16>) -> tensor<4xf16>
    %b24 = stablehlo.convert %r24 : (tensor<4xf16>) -> tensor<4xi32>
    check.expect_eq %b24, %expected : tensor<4xi32>, tensor<4xi32>
    %a25 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf32>
    %r25 = "stablehlo.all_gather"(%a25) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<4xf32>
    %b25 = stablehlo.convert %r25 : (tensor<4xf32>) -> tensor<4xi32>
    check.expect_eq %b25, %expected : tensor<4xi32>, tensor<4xi32>
    %a26 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf64>
    %r26 = "stablehlo.all_gather"(%a26) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf64>) -> tensor<4xf64>
    %b26 = stablehlo.convert %r26 : (tensor<4xf64>) -> tensor<4xi32>
    check.expect_eq %b26, %expected : tensor<4xi32>, tensor<4xi32>
    %a27 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xcomplex<f32>>
    %r27 = "stablehlo.all_gather"(%a27) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xcomplex<f32>>) -> tensor<4xcomplex<f32>>
    %b27 = stablehlo.convert %r27 : (tensor<4xcomplex<f32>>) -> tensor<4xi32>
    check.expect_eq %b27, %expected : tensor<4xi32>, tensor<4xi32>
    %a28 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xcomplex<f64>>
    %r28 = "stablehlo.all_gather"(%a28) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xcomplex<f64>>) -> tensor<4xcomplex<f64>>
    %b28 = stablehlo.convert %r28 : (tensor<4xcomplex<f64>>) -> tensor<4xi32>
    check.expect_eq %b28, %expected : tensor<4xi32>, tensor<4xi32>
    %f = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf32>
    %a29 = stablehlo.uniform_quantize %f : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
    %r29 = "stablehlo.all_gather"(%a29) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>>
    %d29 = stablehlo.uniform_dequantize %r29 : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4xf32>
    %b29 = stablehlo.convert %d29 : (tensor<4xf32>) -> tensor<4xi32>
    check.expect_eq %b29, %expected : tensor<4xi32>, tensor<4xi32>
    %a30 = stablehlo.uniform_quantize %f : (tensor<2xf32>) -> tensor<2x!quant.uniform<ui8:f32, 0.5:128>>
    %r30 = "stablehlo.all_gather"(%a30) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2x!quant.uniform<ui8:f32, 0.5:128>>) -> tensor<4x!quant.uniform<ui8:f32, 0.5:128>>
    %d30 = stablehlo.uniform_dequantize %r30 : (tensor<4x!quant.uniform<ui8:f32, 0.5:128>>) -> tensor<4xf32>
    %b30 = stablehlo.convert %d30 : (tensor<4xf32>) -> tensor<4xi32>
    check.expect_eq %b30, %expected : tensor<4xi32>, tensor<4xi32>
    %a31 = stablehlo.uniform_quantize %f : (tensor<2xf32>) -> tensor<2x!quant.uniform<i4:f32, 1.0:-2>>
    %r31 = "stablehlo.all_gather"(%a31) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2x!quant.uniform<i4:f32, 1.0:-2>>) -> tensor<4x!quant.uniform<i4:f32, 1.0:-2>>
    %d31 = stablehlo.uniform_dequantize %r31 : (tensor<4x!quant.uniform<i4:f32, 1.0:-2>>) -> tensor<4xf32>
    %b31 = stablehlo.convert %d31 : (tensor<4xf32>) -> tensor<4xi32>
    check.expect_eq %b31, %expected : tensor<4xi32>, tensor<4xi32>
    return
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
    %x1 = stablehlo.constant dense<[0, 1]> : tensor<2xi32>
    %e0 = stablehlo.constant dense<[0, 1, 1, 0]> : tensor<4xi32>
    %e1 = stablehlo.constant dense<[0, 1, 1, 0]> : tensor<4xi32>
    "interpreter.run_parallel"(%x0, %e0, %x1, %e1) {programs = [[@f], [@f]]} : (tensor<2xi32>, tensor<4xi32>, tensor<2xi32>, tensor<4xi32>) -> ()
    return
  }
}

// -----

// No elements: what is exchanged is as empty, of one dimension or another, in every collective operation.
module @nothing {
  func.func @f(%x: tensor<0xi32>, %y: tensor<0x2xi32>) -> (tensor<0xi32>, tensor<0x4xi32>, tensor<0xi32>, tensor<0x1xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0x2xi32>) {
    // expected-warning @+1 {{it is 0; the specification allows it}}
    %all = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<0xi32>) -> tensor<0xi32>
    %rows = "stablehlo.all_gather"(%y) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<0x2xi32>) -> tensor<0x4xi32>
    // expected-warning @+4 {{the operand is tensor<0xi32> and the result tensor<0xi32>; the specification allows it}}
    %part = "stablehlo.reduce_scatter"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %sum = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %sum : tensor<i32>
    }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<0xi32>) -> tensor<0xi32>
    %column = "stablehlo.reduce_scatter"(%y) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %sum = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %sum : tensor<i32>
    }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<0x2xi32>) -> tensor<0x1xi32>
    %sums = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %sum = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %sum : tensor<i32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<0xi32>) -> tensor<0xi32>
    %sent = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (tensor<0xi32>) -> tensor<0xi32>
    %told = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<0xi32>) -> tensor<0xi32>
    %split = "stablehlo.all_to_all"(%y) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<0x2xi32>) -> tensor<0x2xi32>
    return %all, %rows, %part, %column, %sums, %sent, %told, %split : tensor<0xi32>, tensor<0x4xi32>, tensor<0xi32>, tensor<0x1xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0x2xi32>
  }
  func.func @main() {
    %x = stablehlo.constant dense<> : tensor<0xi32>
    %y = stablehlo.constant dense<> : tensor<0x2xi32>
    %r:16 = "interpreter.run_parallel"(%x, %y, %x, %y) {programs = [[@f], [@f]]}
      : (tensor<0xi32>, tensor<0x2xi32>, tensor<0xi32>, tensor<0x2xi32>) -> (tensor<0xi32>, tensor<0x4xi32>, tensor<0xi32>, tensor<0x1xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0x2xi32>, tensor<0xi32>, tensor<0x4xi32>, tensor<0xi32>, tensor<0x1xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0xi32>, tensor<0x2xi32>)
    check.expect_eq_const %r#0, dense<> : tensor<0xi32>
    check.expect_eq_const %r#1, dense<> : tensor<0x4xi32>
    check.expect_eq_const %r#10, dense<> : tensor<0xi32>
    check.expect_eq_const %r#11, dense<> : tensor<0x1xi32>
    check.expect_eq_const %r#15, dense<> : tensor<0x2xi32>
    return
  }
}
