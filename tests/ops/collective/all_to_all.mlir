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
