// An index outside selects the last branch.
func.func @case_outside() {
  %i = stablehlo.constant dense<-1> : tensor<i32>
  %r = "stablehlo.case"(%i) ({
    %a = stablehlo.constant dense<10> : tensor<i64>
    stablehlo.return %a : tensor<i64>
  }, {
    %b = stablehlo.constant dense<11> : tensor<i64>
    stablehlo.return %b : tensor<i64>
  }) : (tensor<i32>) -> tensor<i64>
  check.expect_eq_const %r, dense<11> : tensor<i64>
  return
}
