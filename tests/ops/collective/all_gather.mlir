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

// A factor of an axis: `(1)2` of an axis of 4 pairs devices two apart.
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
