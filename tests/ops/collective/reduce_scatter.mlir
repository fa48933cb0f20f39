// The first part goes to the first of the group.
module @parts_in_group_order {
  func.func @f(%x: tensor<4x1xi32>) -> tensor<2x1xi32> {
    %r = "stablehlo.reduce_scatter"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) {scatter_dimension = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<4x1xi32>) -> tensor<2x1xi32>
    return %r : tensor<2x1xi32>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[1], [2], [3], [4]]> : tensor<4x1xi32>
    %x1 = stablehlo.constant dense<[[10], [20], [30], [40]]> : tensor<4x1xi32>
    %r:2 = "interpreter.run_parallel"(%x0, %x1) {programs = [[@f], [@f]]}
      : (tensor<4x1xi32>, tensor<4x1xi32>) -> (tensor<2x1xi32>, tensor<2x1xi32>)
    check.expect_eq_const %r#0, dense<[[33], [44]]> : tensor<2x1xi32>
    check.expect_eq_const %r#1, dense<[[11], [22]]> : tensor<2x1xi32>
    return
  }
}

// -----

// The fourth powers of the parts.
module @inner_dimension {
  func.func @f(%x: tensor<2x4xf64>) -> tensor<2x1xf64> {
    %r = "stablehlo.reduce_scatter"(%x) ({
    ^bb0(%a: tensor<f64>, %b: tensor<f64>):
      %s = stablehlo.multiply %a, %b : tensor<f64>
      stablehlo.return %s : tensor<f64>
    }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<2x4xf64>) -> tensor<2x1xf64>
    return %r : tensor<2x1xf64>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]]> : tensor<2x4xf64>
    %x1 = stablehlo.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]]> : tensor<2x4xf64>
    %x2 = stablehlo.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]]> : tensor<2x4xf64>
    %x3 = stablehlo.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]]> : tensor<2x4xf64>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x2, %x3) {programs = [[@f, @f, @f, @f]]}
      : (tensor<2x4xf64>, tensor<2x4xf64>, tensor<2x4xf64>, tensor<2x4xf64>) -> (tensor<2x1xf64>, tensor<2x1xf64>, tensor<2x1xf64>, tensor<2x1xf64>)
    check.expect_eq_const %r#0, dense<[[1.0], [625.0]]> : tensor<2x1xf64>
    check.expect_eq_const %r#1, dense<[[16.0], [1296.0]]> : tensor<2x1xf64>
    check.expect_eq_const %r#2, dense<[[81.0], [2401.0]]> : tensor<2x1xf64>
    check.expect_eq_const %r#3, dense<[[256.0], [4096.0]]> : tensor<2x1xf64>
    return
  }
}

// -----

// A body with a branch, computed in a wider type.
module @promotion_and_loop {
  func.func @f(%x: tensor<2xi8>) -> tensor<1xi32> {
    %r = "stablehlo.reduce_scatter"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %p = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %s = "stablehlo.if"(%p) ({
        stablehlo.return %b : tensor<i32>
      }, {
        %t = stablehlo.add %a, %a : tensor<i32>
        stablehlo.return %t : tensor<i32>
      }) : (tensor<i1>) -> tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi8>) -> tensor<1xi32>
    return %r : tensor<1xi32>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[100, 1]> : tensor<2xi8>
    %x1 = stablehlo.constant dense<[99, 2]> : tensor<2xi8>
    %r:2 = "interpreter.run_parallel"(%x0, %x1) {programs = [[@f], [@f]]}
      : (tensor<2xi8>, tensor<2xi8>) -> (tensor<1xi32>, tensor<1xi32>)
    check.expect_eq_const %r#0, dense<[200]> : tensor<1xi32>
    check.expect_eq_const %r#1, dense<[2]> : tensor<1xi32>
    return
  }
}
