// paddock: exact
// Dead code does not run: no result depends on it, and it has no effect. At level faithful its
// values are computed for inspection, unless that would fail.
func.func @custom_call() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  // expected-warning @+1 {{unknown target my.target}}
  %unused = stablehlo.custom_call @my.target(%x) : (tensor<2xi32>) -> tensor<2xi32>
  %on_it = stablehlo.add %unused, %x : tensor<2xi32>
  // Nothing comes of a call without results and without side effects.
  // expected-warning @+1 {{unknown target my.target}}
  stablehlo.custom_call @my.target(%on_it) {has_side_effect = false} : (tensor<2xi32>) -> ()
  check.expect_eq_const %x, dense<[1, 2]> : tensor<2xi32>
  return
}

// -----

// Inside of branches, loops, bodies and functions that something needs.
func.func @inside() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %chosen = "stablehlo.if"(%yes) ({
    // expected-warning @+1 {{unknown target}}
    %unused = stablehlo.custom_call @my.target(%x) : (tensor<2xi32>) -> tensor<2xi32>
    stablehlo.return %x : tensor<2xi32>
  }, {
    stablehlo.return %x : tensor<2xi32>
  }) : (tensor<i1>) -> tensor<2xi32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %counted = stablehlo.while(%i = %zero) : tensor<i32>
  cond {
    %c = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    // expected-warning @+1 {{unknown target}}
    %unused = stablehlo.custom_call @my.target(%i) : (tensor<i32>) -> tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next : tensor<i32>
  }
  %sum = "stablehlo.reduce"(%x, %zero) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    // expected-warning @+1 {{unknown target}}
    %unused = stablehlo.custom_call @my.target(%a) : (tensor<i32>) -> tensor<i32>
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {dimensions = array<i64: 0>} : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
  %called = func.call @f(%x) : (tensor<2xi32>) -> tensor<2xi32>
  check.expect_eq_const %chosen, dense<[1, 2]> : tensor<2xi32>
  check.expect_eq_const %counted, dense<3> : tensor<i32>
  check.expect_eq_const %sum, dense<3> : tensor<i32>
  check.expect_eq_const %called, dense<[-1, -2]> : tensor<2xi32>
  return
}
func.func private @f(%x: tensor<2xi32>) -> tensor<2xi32> {
  // expected-warning @+1 {{unknown target}}
  %unused = stablehlo.custom_call @my.target(%x) : (tensor<2xi32>) -> tensor<2xi32>
  %y = stablehlo.negate %x : tensor<2xi32>
  return %y : tensor<2xi32>
}

// -----

// Calls, branches, loops and bodies that nothing needs, with such a call inside.
func.func @around() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %called = func.call @g(%x) : (tensor<2xi32>) -> tensor<2xi32>
  %composed = stablehlo.composite "my.op" %x {decomposition = @g} : (tensor<2xi32>) -> tensor<2xi32>
  %chosen = "stablehlo.if"(%yes) ({
    %y = func.call @g(%x) : (tensor<2xi32>) -> tensor<2xi32>
    stablehlo.return %y : tensor<2xi32>
  }, {
    stablehlo.return %x : tensor<2xi32>
  }) : (tensor<i1>) -> tensor<2xi32>
  %counted = stablehlo.while(%i = %zero) : tensor<i32>
  cond {
    stablehlo.return %yes : tensor<i1>
  } do {
    // expected-warning @+1 {{unknown target}}
    %next = stablehlo.custom_call @my.target(%i) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %next : tensor<i32>
  }
  check.expect_eq_const %x, dense<[1, 2]> : tensor<2xi32>
  return
}
func.func private @g(%x: tensor<2xi32>) -> tensor<2xi32> {
  // expected-warning @+1 {{unknown target}}
  %y = stablehlo.custom_call @my.target(%x) : (tensor<2xi32>) -> tensor<2xi32>
  return %y : tensor<2xi32>
}

// -----

// What a run would refuse is not refused where nothing needs it.
func.func @sizes() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %known = stablehlo.constant dense<[2, 2]> : tensor<2xi32>
  %shape = stablehlo.optimization_barrier %known : tensor<2xi32>
  %unused = stablehlo.dynamic_reshape %x, %shape : (tensor<3xi32>, tensor<2xi32>) -> tensor<?x?xi32>
  check.expect_eq_const %x, dense<[1, 2, 3]> : tensor<3xi32>
  return
}

// -----

// The processes of a grid.
module @grid {
  func.func @p(%x: tensor<i32>) -> tensor<i32> {
    // expected-warning @+1 {{unknown target}}
    %unused = stablehlo.custom_call @my.target(%x) : (tensor<i32>) -> tensor<i32>
    %sum = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<i32>) -> tensor<i32>
    return %sum : tensor<i32>
  }
  // What it gives is not used here, but the other process waits for its value.
  func.func @q(%x: tensor<i32>) -> tensor<i32> {
    %sum = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<i32>) -> tensor<i32>
    return %x : tensor<i32>
  }
  func.func @main() {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %two = stablehlo.constant dense<2> : tensor<i32>
    %r:2 = "interpreter.run_parallel"(%one, %two) {programs = [[@p], [@q]]} : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    check.expect_eq_const %r#0, dense<3> : tensor<i32>
    check.expect_eq_const %r#1, dense<2> : tensor<i32>
    return
  }
}

// -----

// A call with side effects is executed, whether something uses it or not.
func.func @fail_with_effect() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  // expected-error @+1 {{custom_call target 'my.target' is unknown}}
  %unused = stablehlo.custom_call @my.target(%x) {has_side_effect = true} : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

// So is a function, a branch or a loop that has one inside.
func.func @fail_with_effect_inside() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %unused = func.call @h(%x) : (tensor<2xi32>) -> tensor<2xi32>
  return
}
func.func private @h(%x: tensor<2xi32>) -> tensor<2xi32> {
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %y = "stablehlo.if"(%yes) ({
    // expected-error @+1 {{custom_call target 'my.target' is unknown}}
    stablehlo.custom_call @my.target(%x) {has_side_effect = true} : (tensor<2xi32>) -> ()
    stablehlo.return %x : tensor<2xi32>
  }, {
    stablehlo.return %x : tensor<2xi32>
  }) : (tensor<i1>) -> tensor<2xi32>
  return %y : tensor<2xi32>
}

// -----

// An assertion has an effect, whatever it says of itself.
func.func @fail_assertion() {
  %no = stablehlo.constant dense<false> : tensor<i1>
  // expected-error @+1 {{as it should be}}
  stablehlo.custom_call @shape_assertion(%no) {error_message = "as it should be"} : (tensor<i1>) -> ()
  return
}

// -----

// A run stops to learn the size of %list. What only %sum, which nothing needs, would take along is left
// behind, also where its own operand was not computed: the sizes of the first loop change.
func.func @behind_a_suspension() {
  %ones = stablehlo.constant dense<1.0> : tensor<629xf32>
  %c = stablehlo.convert %ones : (tensor<629xf32>) -> tensor<?xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %x = %c) : tensor<i32>, tensor<?xf32>
  cond {
    %go = stablehlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %twice = "stablehlo.concatenate"(%x, %x) <{dimension = 0 : i64}> : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %next, %twice : tensor<i32>, tensor<?xf32>
  }
  %same = stablehlo.convert %r#1 : (tensor<?xf32>) -> tensor<?xf32>
  %n = stablehlo.while(%i = %one) : tensor<i32>
  cond {
    %go = stablehlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next : tensor<i32>
  }
  %chain = stablehlo.negate %n : tensor<i32>
  %fused = stablehlo.negate %chain : tensor<i32>
  %shape = stablehlo.reshape %fused : (tensor<i32>) -> tensor<1xi32>
  %list = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %sum = stablehlo.add %same, %same : tensor<?xf32>
  %unused = stablehlo.add %chain, %chain : tensor<i32>
  %given = stablehlo.convert %list : (tensor<?xi32>) -> tensor<2xi32>
  check.expect_eq_const %given, dense<[0, 1]> : tensor<2xi32>
  return
}

// -----

// Bodies that are planned as one step, and what loops prepare, take nothing for them either.
func.func @within_bodies() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %b = stablehlo.optimization_barrier %zero : tensor<f32>
  %chain = stablehlo.negate %b : tensor<f32>
  %last = stablehlo.exponential %chain : tensor<f32>
  %m = stablehlo.broadcast_in_dim %chain, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
  %first = stablehlo.exponential %m : tensor<3x3xf32>
  %r = "stablehlo.reduce"(%x, %zero) ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %unused = stablehlo.multiply %p, %chain : tensor<f32>
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  %i = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %w:2 = stablehlo.while(%k = %i, %v = %first) : tensor<i32>, tensor<3x3xf32>
  cond {
    %go = stablehlo.compare LT, %k, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %next = stablehlo.add %k, %one : tensor<i32>
    %unused = stablehlo.dot_general %v, %m, contracting_dims = [1] x [0] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
    %twice = stablehlo.add %v, %v : tensor<3x3xf32>
    stablehlo.return %next, %twice : tensor<i32>, tensor<3x3xf32>
  }
  check.expect_eq_const %r, dense<6.0> : tensor<f32>
  check.expect_eq_const %last, dense<1.0> : tensor<f32>
  check.expect_eq_const %w#1, dense<8.0> : tensor<3x3xf32>
  return
}

// -----

func.func @within_quantized_bodies() {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %b = stablehlo.optimization_barrier %zero : tensor<f32>
  %chain = stablehlo.negate %b : tensor<f32>
  %last = stablehlo.exponential %chain : tensor<f32>
  %v = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %x = stablehlo.uniform_quantize %v : (tensor<3xf32>) -> tensor<3x!quant.uniform<i8:f32, 1.0>>
  %init = stablehlo.uniform_quantize %zero : (tensor<f32>) -> tensor<!quant.uniform<i8:f32, 1.0>>
  %r = "stablehlo.reduce"(%x, %init) ({
  ^bb0(%p: tensor<!quant.uniform<i8:f32, 1.0>>, %q: tensor<!quant.uniform<i8:f32, 1.0>>):
    %unused = stablehlo.multiply %chain, %chain : tensor<f32>
    %s = stablehlo.add %p, %q : tensor<!quant.uniform<i8:f32, 1.0>>
    stablehlo.return %s : tensor<!quant.uniform<i8:f32, 1.0>>
  }) {dimensions = array<i64: 0>} : (tensor<3x!quant.uniform<i8:f32, 1.0>>, tensor<!quant.uniform<i8:f32, 1.0>>) -> tensor<!quant.uniform<i8:f32, 1.0>>
  %sum = stablehlo.uniform_dequantize %r : (tensor<!quant.uniform<i8:f32, 1.0>>) -> tensor<f32>
  check.expect_eq_const %sum, dense<6.0> : tensor<f32>
  check.expect_eq_const %last, dense<1.0> : tensor<f32>
  return
}
