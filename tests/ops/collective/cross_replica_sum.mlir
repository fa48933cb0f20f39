module @cross_replica_sum {
  func.func @f(%x: tensor<2xf16>) -> tensor<2xf16> {
    %r = "stablehlo.cross-replica-sum"(%x) {replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>} : (tensor<2xf16>) -> tensor<2xf16>
    return %r : tensor<2xf16>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf16>
    %x1 = stablehlo.constant dense<[3.0, 4.0]> : tensor<2xf16>
    %r:4 = "interpreter.run_parallel"(%x0, %x1, %x0, %x1) {programs = [[@f], [@f], [@f], [@f]]}
      : (tensor<2xf16>, tensor<2xf16>, tensor<2xf16>, tensor<2xf16>) -> (tensor<2xf16>, tensor<2xf16>, tensor<2xf16>, tensor<2xf16>)
    check.expect_eq_const %r#0, dense<[2.0, 4.0]> : tensor<2xf16>
    check.expect_eq_const %r#3, dense<[6.0, 8.0]> : tensor<2xf16>
    return
  }
}
