// Branches see the values around them.
func.func @if_captures() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %p = stablehlo.constant dense<true> : tensor<i1>
  %r = "stablehlo.if"(%p) ({
    %s = stablehlo.add %x, %x : tensor<2xi64>
    stablehlo.return %s : tensor<2xi64>
  }, {
    stablehlo.return %x : tensor<2xi64>
  }) : (tensor<i1>) -> tensor<2xi64>
  check.expect_eq_const %r, dense<[2, 4]> : tensor<2xi64>
  return
}
