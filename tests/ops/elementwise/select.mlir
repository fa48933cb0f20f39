// One predicate for all, or one for each.
func.func @select_predicates() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi64>
  %y = stablehlo.constant dense<[-1, -2, -3]> : tensor<3xi64>
  %one = stablehlo.constant dense<false> : tensor<i1>
  %r = stablehlo.select %one, %x, %y : tensor<i1>, tensor<3xi64>
  check.expect_eq_const %r, dense<[-1, -2, -3]> : tensor<3xi64>
  %each = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %s = stablehlo.select %each, %x, %y : tensor<3xi1>, tensor<3xi64>
  check.expect_eq_const %s, dense<[1, -2, 3]> : tensor<3xi64>
  return
}
