// Everybody sends to the next.
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
