// The last step may reach less than a whole stride.
func.func @slice_strides() {
  %x = stablehlo.iota dim = 0 : tensor<8xi32>
  %r = stablehlo.slice %x [1:8:3] : (tensor<8xi32>) -> tensor<3xi32>
  check.expect_eq_const %r, dense<[1, 4, 7]> : tensor<3xi32>
  %none = stablehlo.slice %x [3:3] : (tensor<8xi32>) -> tensor<0xi32>
  check.expect_eq_const %none, dense<> : tensor<0xi32>
  return
}
