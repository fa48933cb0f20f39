// Loop values may be exchanged: both are read before either is written.
func.func @while_exchanges() {
  %a = stablehlo.constant dense<1> : tensor<i64>
  %b = stablehlo.constant dense<2> : tensor<i64>
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %five = stablehlo.constant dense<5> : tensor<i64>
  %r:3 = stablehlo.while(%x = %a, %y = %b, %i = %zero) : tensor<i64>, tensor<i64>, tensor<i64>
  cond {
    %more = stablehlo.compare LT, %i, %five : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %n = stablehlo.add %i, %one : tensor<i64>
    stablehlo.return %y, %x, %n : tensor<i64>, tensor<i64>, tensor<i64>
  }
  check.expect_eq_const %r#0, dense<2> : tensor<i64>
  check.expect_eq_const %r#1, dense<1> : tensor<i64>
  return
}

// -----

// A condition that is false at once: the body never runs.
func.func @while_never() {
  %a = stablehlo.constant dense<[4, 5]> : tensor<2xi32>
  %r = stablehlo.while(%x = %a) : tensor<2xi32>
  cond {
    %no = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %no : tensor<i1>
  } do {
    %s = stablehlo.add %x, %x : tensor<2xi32>
    stablehlo.return %s : tensor<2xi32>
  }
  check.expect_eq %r, %a : tensor<2xi32>, tensor<2xi32>
  return
}
