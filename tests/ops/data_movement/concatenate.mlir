func.func @concatenate_columns() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi16>
  %y = stablehlo.constant dense<[[5], [6]]> : tensor<2x1xi16>
  %none = stablehlo.constant dense<> : tensor<2x0xi16>
  %r = stablehlo.concatenate %x, %none, %y, dim = 1 : (tensor<2x2xi16>, tensor<2x0xi16>, tensor<2x1xi16>) -> tensor<2x3xi16>
  check.expect_eq_const %r, dense<[[1, 2, 5], [3, 4, 6]]> : tensor<2x3xi16>
  return
}

func.func @concatenate_slices_and_nothing() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi16>
  %y = stablehlo.add %x, %x : tensor<3x2xi16>
  %none = stablehlo.slice %y [2:2, 0:2] : (tensor<3x2xi16>) -> tensor<0x2xi16>
  %low = stablehlo.slice %y [1:3, 0:2] : (tensor<3x2xi16>) -> tensor<2x2xi16>
  %high = stablehlo.slice %y [0:2, 0:2] : (tensor<3x2xi16>) -> tensor<2x2xi16>
  %r = stablehlo.concatenate %none, %low, %none, %high, %none, dim = 0 : (tensor<0x2xi16>, tensor<2x2xi16>, tensor<0x2xi16>, tensor<2x2xi16>, tensor<0x2xi16>) -> tensor<4x2xi16>
  %one = stablehlo.constant dense<1> : tensor<4x2xi16>
  %s = stablehlo.add %r, %one : tensor<4x2xi16>
  check.expect_eq_const %s, dense<[[7, 9], [11, 13], [3, 5], [7, 9]]> : tensor<4x2xi16>
  %nothing = stablehlo.concatenate %none, %none, dim = 0 : (tensor<0x2xi16>, tensor<0x2xi16>) -> tensor<0x2xi16>
  check.expect_eq_const %nothing, dense<> : tensor<0x2xi16>
  return
}
