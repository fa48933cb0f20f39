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

// -----

// A token that is carried around, and one through branches.
func.func @tokens() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %t = stablehlo.after_all : !stablehlo.token
  %r:2 = stablehlo.while(%k = %t, %i = %zero) : !stablehlo.token, tensor<i32>
    cond {
      %p = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %p = stablehlo.compare EQ, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %n:2 = "stablehlo.if"(%p) ({
        %l = stablehlo.after_all %k : !stablehlo.token
        stablehlo.return %l, %one : !stablehlo.token, tensor<i32>
      }, {
        %o = "stablehlo.outfeed"(%i, %k) : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
        stablehlo.return %o, %one : !stablehlo.token, tensor<i32>
      }) : (tensor<i1>) -> (!stablehlo.token, tensor<i32>)
      %next = stablehlo.add %i, %n#1 : tensor<i32>
      stablehlo.return %n#0, %next : !stablehlo.token, tensor<i32>
    }
  check.expect_eq_const %r#1, dense<3> : tensor<i32>
  return
}
