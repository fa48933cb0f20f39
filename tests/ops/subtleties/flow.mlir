// paddock: exact
// Branches, loops and ordering.
func.func @an_index_outside_takes_the_last_branch() {
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %twenty = stablehlo.constant dense<20> : tensor<i32>
  %far = stablehlo.constant dense<7> : tensor<i32>
  %before = stablehlo.constant dense<-1> : tensor<i32>
  %a = "stablehlo.case"(%far) ({
    stablehlo.return %ten : tensor<i32>
  }, {
    stablehlo.return %twenty : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  check.expect_eq_const %a, dense<20> : tensor<i32>
  %b = "stablehlo.case"(%before) ({
    stablehlo.return %ten : tensor<i32>
  }, {
    stablehlo.return %twenty : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  check.expect_eq_const %b, dense<20> : tensor<i32>
  return
}

// -----

// The condition is asked before the first iteration; both regions see values of outside.
func.func @a_loop_may_run_never() {
  %five = stablehlo.constant dense<5> : tensor<i32>
  %limit = stablehlo.constant dense<5> : tensor<i32>
  %step = stablehlo.constant dense<2> : tensor<i32>
  %never = stablehlo.while(%i = %five) : tensor<i32> cond {
    %p = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %next = stablehlo.add %i, %step : tensor<i32>
    stablehlo.return %next : tensor<i32>
  }
  check.expect_eq_const %never, dense<5> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %over = stablehlo.while(%i = %zero) : tensor<i32> cond {
    %p = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %next = stablehlo.add %i, %step : tensor<i32>
    stablehlo.return %next : tensor<i32>
  }
  check.expect_eq_const %over, dense<6> : tensor<i32>
  return
}

// -----

// Exchanged at each iteration: results are all read before any is written.
func.func @loop_values_may_be_exchanged() {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %a = %one, %b = %two) : tensor<i32>, tensor<i32>, tensor<i32> cond {
    %p = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %b, %a : tensor<i32>, tensor<i32>, tensor<i32>
  }
  check.expect_eq_const %r#1, dense<2> : tensor<i32>
  check.expect_eq_const %r#2, dense<1> : tensor<i32>
  return
}

// -----

func.func @a_loop_may_carry_tokens() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %token = stablehlo.create_token : !stablehlo.token
  %r:2 = stablehlo.while(%t = %token, %i = %zero) : !stablehlo.token, tensor<i32> cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %less = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %after = stablehlo.after_all %t : !stablehlo.token
    stablehlo.return %after, %next : !stablehlo.token, tensor<i32>
  }
  check.expect_eq_const %r#1, dense<3> : tensor<i32>
  return
}

// -----

// Nothing uses the result, but the call has an effect: the check in it fails.
func.func @effects_are_not_removed() {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  // expected-error @+1 {{1}}
  stablehlo.custom_call @check.expect_eq(%one, %two) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  return
}
