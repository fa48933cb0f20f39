// paddock: exact
// The program of each process: it takes a tile and returns a tile.
module @tiles attributes {mhlo.num_partitions = 4 : i32} {
  func.func @f() -> tensor<4x2xi32> {
    %x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6], [7, 8]]> : tensor<4x2xi32>
    %a = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[2,2]<=[4]}"} : (tensor<4x2xi32>) -> tensor<4x2xi32>
    %b = stablehlo.custom_call @SPMDFullToShardShape(%a) {mhlo.sharding = "{manual}"} : (tensor<4x2xi32>) -> tensor<2x1xi32>
    %id = stablehlo.partition_id : tensor<ui32>
    %i = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
    %ten = stablehlo.constant dense<10> : tensor<i32>
    %t = stablehlo.multiply %i, %ten : tensor<i32>
    %u = stablehlo.broadcast_in_dim %t, dims = [] : (tensor<i32>) -> tensor<2x1xi32>
    %c = stablehlo.add %b, %u : tensor<2x1xi32>
    %d = stablehlo.custom_call @Sharding(%c) {mhlo.sharding = "{manual}"} : (tensor<2x1xi32>) -> tensor<2x1xi32>
    %e = stablehlo.custom_call @SPMDShardToFullShape(%d) {mhlo.sharding = "{devices=[2,2]<=[4]}"} : (tensor<2x1xi32>) -> tensor<4x2xi32>
    check.expect_eq_const %e, dense<[[1, 12], [3, 14], [25, 36], [27, 38]]> : tensor<4x2xi32>
    return %e : tensor<4x2xi32>
  }
}

// -----

// Of several copies, the first one is used.
module @copies attributes {mhlo.num_partitions = 4 : i32} {
  func.func @f(%x: tensor<2xi32> {mhlo.sharding = "{devices=[2,2]<=[4] last_tile_dim_replicate}"}) -> tensor<2xi32> {
    %b = stablehlo.custom_call @SPMDFullToShardShape(%x) {mhlo.sharding = "{manual}"} : (tensor<2xi32>) -> tensor<1xi32>
    %id = stablehlo.partition_id : tensor<ui32>
    %i = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
    %j = stablehlo.reshape %i : (tensor<i32>) -> tensor<1xi32>
    %c = stablehlo.add %b, %j : tensor<1xi32>
    %e = stablehlo.custom_call @SPMDShardToFullShape(%c) {mhlo.sharding = "{devices=[2,2]<=[4] last_tile_dim_replicate}"} : (tensor<1xi32>) -> tensor<2xi32>
    return %e : tensor<2xi32>
  }
  func.func @main() {
    %x = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
    %r:4 = "interpreter.run_parallel"(%x, %x, %x, %x) {programs = [[@f, @f, @f, @f]]} : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %r#0, dense<[10, 22]> : tensor<2xi32>
    check.expect_eq_const %r#3, dense<[10, 22]> : tensor<2xi32>
    return
  }
}

// -----

// The sharding has another number of processes than the grid.
func.func @fail_devices() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %a = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<2xi32>) -> tensor<2xi32>
  // expected-error@+1 {{a grid of 1 x 2 would do}}
  %b = stablehlo.custom_call @SPMDFullToShardShape(%a) {mhlo.sharding = "{manual}"} : (tensor<2xi32>) -> tensor<1xi32>
  stablehlo.custom_call @dce_sink(%b) : (tensor<1xi32>) -> ()
  return
}

// -----

// Sizes that the program leaves open, with one that is cut, too.
module @open_sizes attributes {mhlo.num_partitions = 2 : i32} {
  func.func @f(%x: tensor<?x?xi32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}) -> tensor<?x?xi32> {
    %a = stablehlo.custom_call @SPMDFullToShardShape(%x) {mhlo.sharding = "{manual}"} : (tensor<?x?xi32>) -> tensor<?x2xi32>
    %id = stablehlo.partition_id : tensor<ui32>
    %i = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
    %rows = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?x2xi32>) -> tensor<i32>
    %rows1 = stablehlo.reshape %rows : (tensor<i32>) -> tensor<1xi32>
    %two = stablehlo.constant dense<2> : tensor<1xi32>
    %shape = stablehlo.concatenate %rows1, %two, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %u = stablehlo.dynamic_broadcast_in_dim %i, %shape, dims = [] : (tensor<i32>, tensor<2xi32>) -> tensor<?x2xi32>
    %s = stablehlo.add %a, %u : tensor<?x2xi32>
    %e = stablehlo.custom_call @SPMDShardToFullShape(%s) {mhlo.sharding = "{devices=[1,2]<=[2]}"} : (tensor<?x2xi32>) -> tensor<?x?xi32>
    return %e : tensor<?x?xi32>
  }
  func.func @main() {
    %x = stablehlo.constant dense<[[10, 20], [30, 40], [50, 60], [70, 80]]> : tensor<4x2xi32>
    %r:2 = "interpreter.run_parallel"(%x, %x) {programs = [[@f, @f]]} : (tensor<4x2xi32>, tensor<4x2xi32>) -> (tensor<2x4xi32>, tensor<2x4xi32>)
    check.expect_eq_const %r#0, dense<[[10, 20, 51, 61], [30, 40, 71, 81]]> : tensor<2x4xi32>
    check.expect_eq_const %r#1, dense<[[10, 20, 51, 61], [30, 40, 71, 81]]> : tensor<2x4xi32>
    return
  }
}
