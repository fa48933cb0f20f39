// paddock: exact
// Two programs, one channel; messages come in the order in which they were sent.
module @first_in_first_out {
  func.func @sender(%x: tensor<2xi32>, %y: tensor<2xi32>) {
    %t = stablehlo.after_all : !stablehlo.token
    %u = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>} : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
    %v = "stablehlo.send"(%y, %u) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>} : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
    return
  }
  func.func @receiver() -> (tensor<2xi32>, tensor<2xi32>) {
    %t = stablehlo.after_all : !stablehlo.token
    %a:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>} : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
    %b:2 = "stablehlo.recv"(%a#1) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>} : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
    return %a#0, %b#0 : tensor<2xi32>, tensor<2xi32>
  }
  func.func @main() {
    %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %y = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
    %r:2 = "interpreter.run_parallel"(%x, %y) {programs = [[@receiver, @sender]]} : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %r#0, dense<[1, 2]> : tensor<2xi32>
    check.expect_eq_const %r#1, dense<[3, 4]> : tensor<2xi32>
    return
  }
}

// -----

// One program, pairs say who sends to whom. Who is in no pair receives zeros.
module @pairs {
  func.func @f(%x: tensor<i32>) -> tensor<i32> {
    %t = stablehlo.after_all : !stablehlo.token
    %u = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>} : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
    %r:2 = "stablehlo.recv"(%u) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>} : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
    return %r#0 : tensor<i32>
  }
  func.func @main() {
    %x0 = stablehlo.constant dense<10> : tensor<i32>
    %x1 = stablehlo.constant dense<20> : tensor<i32>
    %x2 = stablehlo.constant dense<30> : tensor<i32>
    %r:3 = "interpreter.run_parallel"(%x0, %x1, %x2) {programs = [[@f, @f, @f]]} : (tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>)
    check.expect_eq_const %r#0, dense<0> : tensor<i32>
    check.expect_eq_const %r#1, dense<10> : tensor<i32>
    check.expect_eq_const %r#2, dense<20> : tensor<i32>
    return
  }
}

// -----

// A process may send to itself; through the host too.
func.func @alone() {
  %x = stablehlo.constant dense<[1.5]> : tensor<1xf32>
  %y = stablehlo.constant dense<true> : tensor<i1>
  %t = stablehlo.after_all : !stablehlo.token
  %u = "stablehlo.send"(%x, %y, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true} : (tensor<1xf32>, tensor<i1>, !stablehlo.token) -> !stablehlo.token
  %r:3 = "stablehlo.recv"(%u) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<1xf32>, tensor<i1>, !stablehlo.token)
  check.expect_eq_const %r#0, dense<1.5> : tensor<1xf32>
  check.expect_eq_const %r#1, dense<true> : tensor<i1>
  return
}

// -----

// Another type than was sent.
func.func @fail_type() {
  %x = stablehlo.constant dense<[1.5]> : tensor<1xf32>
  %t = stablehlo.after_all : !stablehlo.token
  %u = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<1xf32>, !stablehlo.token) -> !stablehlo.token
  // expected-error@+1 {{recv on channel 1 of (0, 0) expects (tensor<2xf32>), but was sent (tensor<1xf32>)}}
  %r:2 = "stablehlo.recv"(%u) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}

// -----

// No process sends.
func.func @fail_deadlock() {
  %t = stablehlo.after_all : !stablehlo.token
  // expected-error@+1 {{deadlock: process (0, 0) waits in recv on channel 3, to which no process sends}}
  %r:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}

// -----

// Without pairs a channel has one sender.
module @fail_two_senders {
  func.func @f(%x: tensor<i32>) {
    %t = stablehlo.after_all : !stablehlo.token
    // expected-error@+1 {{channel 1 has two senders, (0, 0) and (1, 0)}}
    %u = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
    return
  }
  func.func @main() {
    %x = stablehlo.constant dense<10> : tensor<i32>
    "interpreter.run_parallel"(%x, %x) {programs = [[@f], [@f]]} : (tensor<i32>, tensor<i32>) -> ()
    return
  }
}
