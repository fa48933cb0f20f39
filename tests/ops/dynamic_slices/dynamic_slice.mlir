// Starts are moved so that the slice lies inside.
func.func @dynamic_slice_clamps() {
  %x = stablehlo.iota dim = 0 : tensor<6xi32>
  %far = stablehlo.constant dense<9> : tensor<i64>
  %r = stablehlo.dynamic_slice %x, %far, sizes = [2] : (tensor<6xi32>, tensor<i64>) -> tensor<2xi32>
  check.expect_eq_const %r, dense<[4, 5]> : tensor<2xi32>
  %before = stablehlo.constant dense<-3> : tensor<i64>
  %s = stablehlo.dynamic_slice %x, %before, sizes = [2] : (tensor<6xi32>, tensor<i64>) -> tensor<2xi32>
  check.expect_eq_const %s, dense<[0, 1]> : tensor<2xi32>
  return
}
