// paddock: exact
// Each process reads the whole infeed by itself.
module @a_copy_each {
  func.func @q0() -> tensor<2xi32> {
    %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    return %c : tensor<2xi32>
  }
  func.func @q1() -> tensor<i1> {
    %c = stablehlo.constant dense<true> : tensor<i1>
    return %c : tensor<i1>
  }
  func.func @f() -> (tensor<2xi32>, tensor<i1>) {
    %t = stablehlo.after_all : !stablehlo.token
    %a:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
    %b:2 = "stablehlo.infeed"(%a#1) : (!stablehlo.token) -> (tensor<i1>, !stablehlo.token)
    %u = "stablehlo.outfeed"(%a#0, %b#1) : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
    return %a#0, %b#0 : tensor<2xi32>, tensor<i1>
  }
  func.func @main() {
    %r:4 = "interpreter.run_parallel"() {programs = [[@f, @f]], infeed = [@q0, @q1]} : () -> (tensor<2xi32>, tensor<i1>, tensor<2xi32>, tensor<i1>)
    check.expect_eq_const %r#0, dense<[1, 2]> : tensor<2xi32>
    check.expect_eq_const %r#1, dense<true> : tensor<i1>
    check.expect_eq_const %r#2, dense<[1, 2]> : tensor<2xi32>
    check.expect_eq_const %r#3, dense<true> : tensor<i1>
    return
  }
}

// -----

// infeed_queue[0]: [1, 2]
// infeed_queue[1]: ([3, 4], true)
%a:2 = "stablehlo.infeed"(%token) : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
// %a#0: [1, 2]
%b:3 = "stablehlo.infeed"(%a#1) : (!stablehlo.token) -> (tensor<2xi32>, tensor<i1>, !stablehlo.token)
// %b#0: [3, 4]
// %b#1: true

// -----

// Nothing was given.
func.func @fail_empty() {
  %t = stablehlo.after_all : !stablehlo.token
  // expected-error@+1 {{process (0, 0) reads entry 0 of its infeed, which has 0 entries}}
  %a:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
  return
}

// -----

// What gives a token alone takes no entry.
// infeed_queue[0]: [1, 2]
%a = "stablehlo.infeed"(%token) : (!stablehlo.token) -> !stablehlo.token
%b:2 = "stablehlo.infeed"(%a) : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
// %b#0: [1, 2]

// -----

// An entry of another size is named.
// expected-error@+1 {{entry 0 of the infeed: a value of type tensor<3xi32> where tensor<2xi32> is needed}}
// infeed_queue[0]: [1, 2, 3]
%a:2 = "stablehlo.infeed"(%token) : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
