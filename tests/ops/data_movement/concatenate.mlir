func.func @concatenate_columns() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi16>
  %y = stablehlo.constant dense<[[5], [6]]> : tensor<2x1xi16>
  %none = stablehlo.constant dense<> : tensor<2x0xi16>
  %r = stablehlo.concatenate %x, %none, %y, dim = 1 : (tensor<2x2xi16>, tensor<2x0xi16>, tensor<2x1xi16>) -> tensor<2x3xi16>
  check.expect_eq_const %r, dense<[[1, 2, 5], [3, 4, 6]]> : tensor<2x3xi16>
  return
}
