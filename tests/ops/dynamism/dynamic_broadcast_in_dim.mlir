// A size of 1 is repeated; another one stays; dimensions need no order.
func.func @dynamic_broadcast_in_dim_expands() {
  %x = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi16>
  %x_any = stablehlo.convert %x : (tensor<2x1xi16>) -> tensor<?x?xi16>
  %shape = stablehlo.constant dense<[3, 2]> : tensor<2xi32>
  %y = stablehlo.dynamic_broadcast_in_dim %x_any, %shape, dims = [1, 0] : (tensor<?x?xi16>, tensor<2xi32>) -> tensor<?x?xi16>
  %r = stablehlo.convert %y : (tensor<?x?xi16>) -> tensor<3x2xi16>
  check.expect_eq_const %r, dense<[[1, 2], [1, 2], [1, 2]]> : tensor<3x2xi16>
  return
}

// -----

// A scalar to a size that only the run computes.
func.func @main() {
  %mask = stablehlo.constant dense<[true, false, true, true]> : tensor<4xi1>
  %count = call @count(%mask) : (tensor<4xi1>) -> tensor<i32>
  %shape = stablehlo.reshape %count : (tensor<i32>) -> tensor<1xi32>
  %v = stablehlo.constant dense<2.5> : tensor<f64>
  %many = stablehlo.dynamic_broadcast_in_dim %v, %shape, dims = [] : (tensor<f64>, tensor<1xi32>) -> tensor<?xf64>
  %twice = stablehlo.add %many, %many : tensor<?xf64>
  %r = stablehlo.convert %twice : (tensor<?xf64>) -> tensor<3xf64>
  check.expect_eq_const %r, dense<5.0> : tensor<3xf64>
  return
}
func.func private @count(%mask: tensor<4xi1>) -> tensor<i32> {
  %ones = stablehlo.convert %mask : (tensor<4xi1>) -> tensor<4xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %count = stablehlo.reduce(%ones init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  return %count : tensor<i32>
}
