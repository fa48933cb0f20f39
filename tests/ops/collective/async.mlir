// Started, something computed meanwhile, done.
module @all_reduce {
  func.func @g(%f: !stablehlo.future<tensor<2xi32>>) -> tensor<2xi32> {
    %r = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<2xi32>>) -> tensor<2xi32>
    return %r : tensor<2xi32>
  }
  func.func @f(%x: tensor<2xi32>) -> tensor<2xi32> {
    %a = "stablehlo.async_start"(%x) ({
    ^bb0(%v: tensor<2xi32>):
      %w = "stablehlo.all_reduce"(%v) ({
      ^bb1(%p: tensor<i32>, %q: tensor<i32>):
        %s = stablehlo.add %p, %q : tensor<i32>
        stablehlo.return %s : tensor<i32>
      }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
      stablehlo.return %w : tensor<2xi32>
    }) : (tensor<2xi32>) -> !stablehlo.future<tensor<2xi32>>
    %y = stablehlo.multiply %x, %x : tensor<2xi32>
    %s = call @g(%a) : (!stablehlo.future<tensor<2xi32>>) -> tensor<2xi32>
    %r = stablehlo.add %s, %y : tensor<2xi32>
    return %r : tensor<2xi32>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %x1 = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
    %r:2 = "interpreter.run_parallel"(%x0, %x1) {programs = [[@f], [@f]]} : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %r#0, dense<[5, 10]> : tensor<2xi32>
    check.expect_eq_const %r#1, dense<[13, 22]> : tensor<2xi32>
    return
  }
}

// -----

// What needs no other process is computed at once.
func.func @slice() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %a = "stablehlo.async_start"(%x) ({
  ^bb0(%v: tensor<3xi32>):
    %w = stablehlo.slice %v [1:3] : (tensor<3xi32>) -> tensor<2xi32>
    stablehlo.return %w : tensor<2xi32>
  }) : (tensor<3xi32>) -> !stablehlo.future<tensor<2xi32>>
  %r = "stablehlo.async_done"(%a) : (!stablehlo.future<tensor<2xi32>>) -> tensor<2xi32>
  check.expect_eq_const %r, dense<[2, 3]> : tensor<2xi32>
  return
}

// -----

// In a loop, a new one each time.
func.func @in_a_loop() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<2xi32>
    cond {
      %p = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %a = "stablehlo.async_start"(%v) ({
      ^bb0(%w: tensor<2xi32>):
        %g = "stablehlo.all_gather"(%w) {all_gather_dim = 0 : i64, replica_groups = dense<[[0]]> : tensor<1x1xi64>} : (tensor<2xi32>) -> tensor<2xi32>
        stablehlo.return %g : tensor<2xi32>
      }) : (tensor<2xi32>) -> !stablehlo.future<tensor<2xi32>>
      %next = stablehlo.add %i, %one : tensor<i32>
      %d = "stablehlo.async_done"(%a) : (!stablehlo.future<tensor<2xi32>>) -> tensor<2xi32>
      %double = stablehlo.add %d, %d : tensor<2xi32>
      stablehlo.return %next, %double : tensor<i32>, tensor<2xi32>
    }
  check.expect_eq_const %r#1, dense<[8, 16]> : tensor<2xi32>
  return
}
