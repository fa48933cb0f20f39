// Tiles of two dimensions are taken and joined; each process adds a different number.
module @tiles attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func @main() -> tensor<4x2xi32> {
    %x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6], [7, 8]]> : tensor<4x2xi32>
    %r = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{"x"}, {"y"}]>] manual_axes={"x", "y"} (%tile: tensor<2x1xi32>) {
      %id = stablehlo.partition_id : tensor<ui32>
      %i = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
      %ten = stablehlo.constant dense<10> : tensor<i32>
      %t = stablehlo.multiply %i, %ten : tensor<i32>
      %u = stablehlo.broadcast_in_dim %t, dims = [] : (tensor<i32>) -> tensor<2x1xi32>
      %s = stablehlo.add %tile, %u : tensor<2x1xi32>
      sdy.return %s : tensor<2x1xi32>
    } : (tensor<4x2xi32>) -> tensor<4x2xi32>
    check.expect_eq_const %r, dense<[[1, 12], [3, 14], [25, 36], [27, 38]]> : tensor<4x2xi32>
    return %r : tensor<4x2xi32>
  }
}

// -----

// Split along one axis, whole along the other; a reduction over some processes; the first of
// several copies is used. An argument may have a sharding.
module @one_axis attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func @f(%x: tensor<4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) -> (tensor<2xi32>, tensor<4xi32>) {
    %r:2 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"y"}], replicated={"x"}>] out_shardings=[<@mesh, [{}]>, <@mesh, [{"y"}]>] manual_axes={"x", "y"} (%tile: tensor<2xi32>) {
      %sum = "stablehlo.all_reduce"(%tile) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        %s = stablehlo.add %a, %b : tensor<i32>
        stablehlo.return %s : tensor<i32>
      }) : (tensor<2xi32>) -> tensor<2xi32>
      sdy.return %sum, %tile : tensor<2xi32>, tensor<2xi32>
    } : (tensor<4xi32>) -> (tensor<2xi32>, tensor<4xi32>)
    %same = sdy.sharding_constraint %r#0 <@mesh, [{?}]> : tensor<2xi32>
    return %same, %r#1 : tensor<2xi32>, tensor<4xi32>
  }
  func.func @main() {
    %x = stablehlo.constant dense<[1, 2, 30, 40]> : tensor<4xi32>
    %r:8 = "interpreter.run_parallel"(%x, %x, %x, %x) {programs = [[@f, @f, @f, @f]]} : (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> (tensor<2xi32>, tensor<4xi32>, tensor<2xi32>, tensor<4xi32>, tensor<2xi32>, tensor<4xi32>, tensor<2xi32>, tensor<4xi32>)
    check.expect_eq_const %r#0, dense<[31, 42]> : tensor<2xi32>
    check.expect_eq_const %r#1, dense<[1, 2, 30, 40]> : tensor<4xi32>
    check.expect_eq_const %r#6, dense<[31, 42]> : tensor<2xi32>
    check.expect_eq_const %r#7, dense<[1, 2, 30, 40]> : tensor<4xi32>
    return
  }
}

// -----

// Two axes split one dimension, the first one outermost; the order of processes differs from their positions.
module @two_axes attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2], device_ids=[3, 2, 1, 0]>
  func.func @main() -> tensor<4xi32> {
    %x = stablehlo.constant dense<[10, 20, 30, 40]> : tensor<4xi32>
    %r = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"y", "x"}]>] out_shardings=[<@mesh, [{"x", "y"}]>] manual_axes={"x", "y"} (%tile: tensor<1xi32>) {
      %id = stablehlo.partition_id : tensor<ui32>
      %i = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
      %j = stablehlo.reshape %i : (tensor<i32>) -> tensor<1xi32>
      %s = stablehlo.add %tile, %j : tensor<1xi32>
      sdy.return %s : tensor<1xi32>
    } : (tensor<4xi32>) -> tensor<4xi32>
    check.expect_eq_const %r, dense<[13, 32, 21, 40]> : tensor<4xi32>
    return %r : tensor<4xi32>
  }
}

// -----

// Only x is manual: along y every process has the whole dimension.
module @some_axes attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func @main() -> tensor<2x2xf32> {
    %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
    %r = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}, {"y", ?}]>] out_shardings=[<@mesh, [{"x", ?}, {?}]>] manual_axes={"x"} (%tile: tensor<1x2xf32>) {
      %s = stablehlo.add %tile, %tile : tensor<1x2xf32>
      sdy.return %s : tensor<1x2xf32>
    } : (tensor<2x2xf32>) -> tensor<2x2xf32>
    check.expect_eq_const %r, dense<[[2.0, 4.0], [6.0, 8.0]]> : tensor<2x2xf32>
    return %r : tensor<2x2xf32>
  }
}

// -----

// Nothing comes in and nothing is cut; in the generic form.
module @generic {
  "sdy.mesh"() <{mesh = #sdy.mesh<["x"=1]>, sym_name = "mesh"}> : () -> ()
  func.func @main() -> tensor<i32> {
    %r = "sdy.manual_computation"() <{in_shardings = #sdy.sharding_per_value<[]>, out_shardings = #sdy.sharding_per_value<[<@mesh, []>]>, manual_axes = #sdy<manual_axes{"x"}>}> ({
      %one = stablehlo.constant dense<1> : tensor<i32>
      "sdy.return"(%one) : (tensor<i32>) -> ()
    }) : () -> tensor<i32>
    check.expect_eq_const %r, dense<1> : tensor<i32>
    return %r : tensor<i32>
  }
}

// -----

// A size known only at run time, in the program of each process.
module @sizes attributes {mhlo.num_partitions = 2 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main() -> tensor<4xi32> {
    %x = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
    %r = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%tile: tensor<2xi32>) {
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %most = stablehlo.reduce(%tile init: %zero) applies stablehlo.maximum across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
      %size = stablehlo.reshape %most : (tensor<i32>) -> tensor<1xi32>
      %list = stablehlo.dynamic_iota %size, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
      %sum = stablehlo.reduce(%list init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?xi32>, tensor<i32>) -> tensor<i32>
      %sums = stablehlo.broadcast_in_dim %sum, dims = [] : (tensor<i32>) -> tensor<2xi32>
      %s = stablehlo.add %tile, %sums : tensor<2xi32>
      sdy.return %s : tensor<2xi32>
    } : (tensor<4xi32>) -> tensor<4xi32>
    check.expect_eq_const %r, dense<[2, 3, 9, 10]> : tensor<4xi32>
    return %r : tensor<4xi32>
  }
}

// -----

// Sizes that the program leaves open: a tile has its part of them where the dimension is cut, else all.
module @open_sizes attributes {mhlo.num_partitions = 2 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func @f(%x: tensor<?x?xi32>) -> (tensor<?x2xi32>, tensor<?x?xi32>) {
    %r:2 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{}, {"x"}]>] manual_axes={"x"} (%tile: tensor<?x?xi32>) {
      %id = stablehlo.partition_id : tensor<ui32>
      %i = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
      %rows = stablehlo.get_dimension_size %tile, dim = 0 : (tensor<?x?xi32>) -> tensor<i32>
      %columns = stablehlo.get_dimension_size %tile, dim = 1 : (tensor<?x?xi32>) -> tensor<i32>
      %rows1 = stablehlo.reshape %rows : (tensor<i32>) -> tensor<1xi32>
      %columns1 = stablehlo.reshape %columns : (tensor<i32>) -> tensor<1xi32>
      %shape = stablehlo.concatenate %rows1, %columns1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
      %u = stablehlo.dynamic_broadcast_in_dim %i, %shape, dims = [] : (tensor<i32>, tensor<2xi32>) -> tensor<?x?xi32>
      %s = stablehlo.add %tile, %u : tensor<?x?xi32>
      sdy.return %s, %s : tensor<?x?xi32>, tensor<?x?xi32>
    } : (tensor<?x?xi32>) -> (tensor<?x2xi32>, tensor<?x?xi32>)
    return %r#0, %r#1 : tensor<?x2xi32>, tensor<?x?xi32>
  }
  func.func @main() {
    %x = stablehlo.constant dense<[[10, 20], [30, 40], [50, 60], [70, 80]]> : tensor<4x2xi32>
    %r:4 = "interpreter.run_parallel"(%x, %x) {programs = [[@f, @f]]} : (tensor<4x2xi32>, tensor<4x2xi32>) -> (tensor<4x2xi32>, tensor<2x4xi32>, tensor<4x2xi32>, tensor<2x4xi32>)
    check.expect_eq_const %r#0, dense<[[10, 20], [30, 40], [51, 61], [71, 81]]> : tensor<4x2xi32>
    check.expect_eq_const %r#3, dense<[[10, 20, 51, 61], [30, 40, 71, 81]]> : tensor<2x4xi32>
    return
  }
}
