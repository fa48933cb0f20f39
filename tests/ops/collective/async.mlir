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

// -----

// Waited for twice, and in the bodies of a loop and of a map: the value is the same each time.
module @many_times {
  func.func @f(%x: tensor<2xi32>) -> (tensor<4xi32>, tensor<2xi32>, tensor<2xi32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %two = stablehlo.constant dense<2> : tensor<i32>
    %a = "stablehlo.async_start"(%x) ({
    ^bb0(%v: tensor<2xi32>):
      %w = "stablehlo.all_gather"(%v) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<4xi32>
      stablehlo.return %w : tensor<4xi32>
    }) : (tensor<2xi32>) -> !stablehlo.future<tensor<4xi32>>
    %first = "stablehlo.async_done"(%a) : (!stablehlo.future<tensor<4xi32>>) -> tensor<4xi32>
    %again = "stablehlo.async_done"(%a) : (!stablehlo.future<tensor<4xi32>>) -> tensor<4xi32>
    %gathered = stablehlo.add %first, %again : tensor<4xi32>

    %b = "stablehlo.async_start"(%x) ({
    ^bb0(%v: tensor<2xi32>):
      %w = "stablehlo.collective_permute"(%v) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
      stablehlo.return %w : tensor<2xi32>
    }) : (tensor<2xi32>) -> !stablehlo.future<tensor<2xi32>>
    %loop:2 = stablehlo.while(%i = %zero, %sum = %x) : tensor<i32>, tensor<2xi32>
      cond {
        %go = stablehlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %go : tensor<i1>
      } do {
        %next = stablehlo.add %i, %one : tensor<i32>
        %given = "stablehlo.async_done"(%b) : (!stablehlo.future<tensor<2xi32>>) -> tensor<2xi32>
        %more = stablehlo.add %sum, %given : tensor<2xi32>
        stablehlo.return %next, %more : tensor<i32>, tensor<2xi32>
      }

    %c = "stablehlo.async_start"(%x) ({
    ^bb0(%v: tensor<2xi32>):
      %w = "stablehlo.all_reduce"(%v) ({
      ^bb0(%p: tensor<i32>, %q: tensor<i32>):
        %s = stablehlo.add %p, %q : tensor<i32>
        stablehlo.return %s : tensor<i32>
      }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
      stablehlo.return %w : tensor<2xi32>
    }) : (tensor<2xi32>) -> !stablehlo.future<tensor<2xi32>>
    // The body makes a list as long as its element says, and is planned by itself.
    %mapped = "stablehlo.map"(%x) <{dimensions = array<i64: 0>}> ({
    ^bb0(%n: tensor<i32>):
      %size = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
      %list = stablehlo.dynamic_iota %size, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
      %reduced = "stablehlo.async_done"(%c) : (!stablehlo.future<tensor<2xi32>>) -> tensor<2xi32>
      %all = stablehlo.concatenate %list, %reduced, dim = 0 : (tensor<?xi32>, tensor<2xi32>) -> tensor<?xi32>
      %total = stablehlo.reduce(%all init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?xi32>, tensor<i32>) -> tensor<i32>
      stablehlo.return %total : tensor<i32>
    }) : (tensor<2xi32>) -> tensor<2xi32>
    return %gathered, %loop#1, %mapped : tensor<4xi32>, tensor<2xi32>, tensor<2xi32>
  }
  func.func @main() {
    %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %y = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
    %r:6 = "interpreter.run_parallel"(%x, %y) {programs = [[@f], [@f]]} : (tensor<2xi32>, tensor<2xi32>) -> (tensor<4xi32>, tensor<2xi32>, tensor<2xi32>, tensor<4xi32>, tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %r#0, dense<[2, 4, 6, 8]> : tensor<4xi32>
    // 1 + 3 + 3, 2 + 4 + 4.
    check.expect_eq_const %r#1, dense<[7, 10]> : tensor<2xi32>
    // 0 and 4 + 6; 0 + 1 and 4 + 6.
    check.expect_eq_const %r#2, dense<[10, 11]> : tensor<2xi32>
    check.expect_eq_const %r#3, dense<[2, 4, 6, 8]> : tensor<4xi32>
    check.expect_eq_const %r#4, dense<[5, 8]> : tensor<2xi32>
    check.expect_eq_const %r#5, dense<[13, 16]> : tensor<2xi32>
    return
  }
}
